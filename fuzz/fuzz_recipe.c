/* fuzz_recipe - any text is a recipe or is refused with a reason. */
#include "base/bug.h"
#include "mutate/engine/recipe.h"
#include "mutate/gen/gen.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    mem_t mem;
    mem_init(&mem);
    recipe_t recipe;
    recipe_init(&recipe, &mem);
    char *text = mem_alloc(&mem, size + 1);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    const char *why = NULL;
    if (!recipe_read(&recipe, text, &why) && !why)
        BUG("refused without a reason");
    gen_recipe_t generated;
    why = NULL;
    if (!gen_recipe_read(text, &generated, &why) && !why)
        BUG("refused without a reason");
    recipe_done(&recipe);
    mem_done(&mem);
    return 0;
}
