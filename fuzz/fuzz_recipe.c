/* fuzz_recipe - any text is a recipe or is refused with a reason. */
#include "mutate/engine/recipe.h"
#include "mutate/gen/gen.h"
#include "target.h"

#include <string.h>

static void run(void *arg) {
    const input_t *input = arg;
    recipe_t recipe;
    recipe_init(&recipe, input->mem);
    char *text = mem_alloc(input->mem, input->len + 1);
    if (input->len > 0)
        memcpy(text, input->text, input->len);
    text[input->len] = '\0';
    const char *why = NULL;
    if (!recipe_read(&recipe, text, &why) && !why)
        BUG("refused without a reason");
    gen_recipe_t generated;
    why = NULL;
    if (!gen_recipe_read(text, &generated, &why) && !why)
        BUG("refused without a reason");
    recipe_done(&recipe);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    return input_run(data, size, run);
}
