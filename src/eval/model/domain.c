/* Domains: how they are made from sorts, and what holds for them. */
#include "eval/model/domain_priv.h"

#include "base/bug.h"
#include "base/hash.h"
#include "base/map.h"
#include "eval/value/bits.h"

#include <string.h>

/* Deeper sorts, and datatypes that refer to more domains, are opaque. */
enum { MAX_DEPTH = 1000, MAX_CLOSURE = 4096 };

static struct domain *table_of(values_t *values) {
    if (!values->domains) {
        struct domain *table = mem_zalloc(values->mem, 1, sizeof *table);
        index_init(values->mem, &table->index);
        vec_reserve(values->mem, &table->parts, 1); /* what has no parts points there, too */
        vec_reserve(values->mem, &table->members, 1);
        table->sorts_dropped = values->bank->sorts_dropped;
        values->domains = table;
    }
    return values->domains;
}

void domains_done(values_t *values) {
    struct domain *table = values->domains;
    if (!table)
        return;
    vec_free(values->mem, &table->rows);
    vec_free(values->mem, &table->words);
    vec_free(values->mem, &table->parts);
    vec_free(values->mem, &table->members);
    vec_free(values->mem, &table->by_sort);
    index_done(values->mem, &table->index);
    mem_free(values->mem, table);
    values->domains = NULL;
}

void domains_release(values_t *values, values_mark_t mark) {
    struct domain *table = values->domains;
    for (uint32_t i = 0; table && i < table->rows.len; i++)
        if (table->rows.data[i].made > mark)
            table->rows.data[i].made = 0;
}

/* An id of the bank may mean another sort, another declaration than it did. */
static void forget_released(values_t *values) {
    if (values->domains && values->domains->sorts_dropped != values->bank->sorts_dropped)
        domains_done(values);
}

/* --- interning --- */

static bool is_same(const struct domain *table, domain_t domain, sort_kind_t kind,
                    const uint32_t *words, uint32_t count) {
    const domain_row_t *row = &table->rows.data[domain];
    return row->kind == (uint8_t)kind && row->count == count &&
           (count == 0 ||
            memcmp(table->words.data + row->words, words, count * sizeof *words) == 0);
}

/* words: indices of them, then domains. */
static domain_t intern(values_t *values, sort_kind_t kind, const uint32_t *words, uint32_t count,
                       uint32_t indices) {
    struct domain *table = table_of(values);
    uint64_t hash64 = hash_start(kind);
    for (uint32_t i = 0; i < count; i++)
        hash64 = hash_word(hash64, words[i]);
    uint32_t hash = hash_finish(hash64);
    index_cursor_t at = index_find(&table->index, hash);
    domain_t domain;
    while ((domain = index_next(&table->index, &at)) != INDEX_NONE)
        if (is_same(table, domain, kind, words, count))
            return domain;
    domain = table->rows.len;
    domain_row_t row = {.kind = (uint8_t)kind,
                        .hash = hash,
                        .sort = SORT_NONE,
                        .words = table->words.len,
                        .count = count,
                        .parts = table->parts.len,
                        .part_count = kind == SORT_USER ? 0 : count - indices};
    vec_reserve(values->mem, &table->words, (uint64_t)table->words.len + count);
    vec_reserve(values->mem, &table->parts, (uint64_t)table->parts.len + row.part_count);
    *vec_push(values->mem, &table->rows) = row;
    index_add(values->mem, &table->index, at, domain);
    for (uint32_t i = 0; i < count; i++) {
        *vec_push(values->mem, &table->words) = words[i];
        if (kind != SORT_USER && i >= indices)
            *vec_push(values->mem, &table->parts) = words[i];
    }
    return domain;
}

domain_t domain_tuple(values_t *values, const domain_t *parts, uint32_t count) {
    return intern(values, SORT_TUPLE, parts, count, 0);
}

/* --- from sorts --- */

/* The parameters of a datatype and what they stand for: args[i] for the declaration first + i. */
typedef struct instance {
    sortdecl_t first;
    uint32_t count;
    const domain_t *args;
    map_t done; /* open sorts to their domains */
} instance_t;

#define DOMAIN_NONE UINT32_MAX

static domain_t known_domain(const values_t *values, const instance_t *instance, sort_t sort) {
    const bank_t *bank = values->bank;
    if (instance && sort_is_open(bank, sort)) {
        if (sort_kind(bank, sort) == SORT_USER &&
            sort_decl(bank, sort) - instance->first < instance->count)
            return instance->args[sort_decl(bank, sort) - instance->first];
        return map_get(&instance->done, sort);
    }
    const u32_vec_t *by_sort = &values->domains->by_sort;
    return sort < by_sort->len ? by_sort->data[sort] - 1 : DOMAIN_NONE;
}

static void note_domain(values_t *values, instance_t *instance, sort_t sort, domain_t domain) {
    if (instance && sort_is_open(values->bank, sort)) {
        *map_put(values->mem, &instance->done, sort) = domain;
        return;
    }
    u32_vec_t *by_sort = &values->domains->by_sort;
    while (by_sort->len <= sort)
        *vec_push(values->mem, by_sort) = 0;
    by_sort->data[sort] = domain + 1;
    domain_row(values, domain)->sort = sort;
}

/* Makes the domain of a sort all of whose arguments have one. */
static domain_t make_domain(values_t *values, const instance_t *instance, sort_t sort,
                            u32_vec_t *words) {
    const bank_t *bank = values->bank;
    uint32_t count;
    uint32_t arg_count;
    const uint32_t *have = sort_words(bank, sort, &count);
    sort_args(bank, sort, &arg_count);
    words->len = 0;
    for (uint32_t i = 0; i < count; i++)
        *vec_push(values->mem, words) =
            i < count - arg_count ? have[i]
                                  : known_domain(values, instance, sort_canon(bank, have[i]));
    return intern(values, sort_kind(bank, sort), words->data, count, count - arg_count);
}

static domain_t find_domain(values_t *values, instance_t *instance, sort_t sort) {
    const bank_t *bank = values->bank;
    sort = sort_canon(bank, sort);
    domain_t known = known_domain(values, instance, sort);
    if (known != DOMAIN_NONE)
        return known;
    u32_vec_t todo = {0};
    u32_vec_t words = {0};
    *vec_push(values->mem, &todo) = sort;
    while (todo.len > 0) {
        sort_t next = vec_last(&todo);
        uint32_t before = todo.len;
        uint32_t count;
        const sort_t *args = sort_args(bank, next, &count);
        for (uint32_t i = 0; i < count; i++)
            if (known_domain(values, instance, sort_canon(bank, args[i])) == DOMAIN_NONE)
                *vec_push(values->mem, &todo) = sort_canon(bank, args[i]);
        if (todo.len > before)
            continue;
        todo.len--;
        if (known_domain(values, instance, next) != DOMAIN_NONE)
            continue;
        domain_t made = make_domain(values, instance, next, &words);
        note_domain(values, instance, next, made);
    }
    vec_free(values->mem, &todo);
    vec_free(values->mem, &words);
    return known_domain(values, instance, sort);
}

domain_t domain_of(values_t *values, sort_t sort) {
    forget_released(values);
    table_of(values);
    return find_domain(values, NULL, sort);
}

/* --- parts --- */

sort_kind_t domain_kind(const values_t *values, domain_t domain) {
    return (sort_kind_t)domain_row(values, domain)->kind;
}

uint32_t domain_index(const values_t *values, domain_t domain, uint32_t i) {
    return values->domains->words.data[domain_row(values, domain)->words + i];
}

uint32_t domain_part_count(const values_t *values, domain_t domain) {
    const domain_row_t *row = domain_row(values, domain);
    return row->kind == SORT_USER ? 0 : row->part_count;
}

domain_t domain_part(const values_t *values, domain_t domain, uint32_t i) {
    assert(i < domain_row(values, domain)->part_count);
    return values->domains->parts.data[domain_row(values, domain)->parts + i];
}

domain_t domain_element(const values_t *values, domain_t array) {
    return domain_part(values, array, domain_part_count(values, array) - 1);
}

domain_t domain_keys(values_t *values, domain_t array) {
    uint32_t count = domain_part_count(values, array);
    if (count == 2)
        return domain_part(values, array, 0);
    u32_vec_t parts = {0};
    for (uint32_t i = 0; i + 1 < count; i++)
        *vec_push(values->mem, &parts) = domain_part(values, array, i);
    domain_t keys = domain_tuple(values, parts.data, parts.len);
    vec_free(values->mem, &parts);
    return keys;
}

static sortdecl_row_t *declaration(const values_t *values, domain_t domain) {
    return sortdecl_row(values->bank, domain_index(values, domain, 0));
}

/* Reads the constructors of a datatype with its arguments in place of the parameters. */
static void expand(values_t *values, domain_t domain) {
    if (domain_row(values, domain)->expanded)
        return;
    domain_row(values, domain)->expanded = true;
    if (domain_kind(values, domain) != SORT_USER)
        return;
    const bank_t *bank = values->bank;
    struct domain *table = values->domains;
    const sortdecl_row_t *decl = declaration(values, domain);
    if (decl->kind != SORTDECL_DATATYPE && decl->kind != SORTDECL_CODATATYPE)
        return;
    u32_vec_t args = {0};
    for (uint32_t i = 1; i < domain_row(values, domain)->count; i++)
        *vec_push(values->mem, &args) = domain_index(values, domain, i);
    instance_t instance = {.first = decl->params, .count = args.len, .args = args.data};
    u32_vec_t parts = {0};
    uint32_t members = table->members.len;
    for (uint32_t c = 0; c < decl->count; c++) {
        fun_t constructor = bank->fun_words.data[decl->members + c];
        const fun_row_t *row = fun_row(bank, constructor);
        *vec_push(values->mem, &table->members) =
            (domain_member_t){.constructor = constructor, .fields = parts.len, .count = row->arity};
        for (uint32_t i = 0; i < row->arity; i++) {
            domain_t field = find_domain(values, &instance, fun_param(bank, constructor, i));
            *vec_push(values->mem, &parts) = field;
        }
    }
    domain_row_t *row = domain_row(values, domain);
    row->members = members;
    row->member_count = decl->count;
    row->parts = table->parts.len;
    row->part_count = parts.len;
    for (uint32_t c = 0; c < decl->count; c++)
        table->members.data[members + c].fields += row->parts;
    for (uint32_t i = 0; i < parts.len; i++)
        *vec_push(values->mem, &table->parts) = parts.data[i];
    vec_free(values->mem, &args);
    vec_free(values->mem, &parts);
    map_free(values->mem, &instance.done);
}

const domain_member_t *domain_member(const values_t *values, domain_t domain,
                                     uint64_t constructor) {
    const domain_row_t *row = domain_row(values, domain);
    const domain_member_t *members = values->domains->members.data + row->members;
    assert(row->expanded);
    uint32_t low = 0; /* constructors are declared one after the other: their ids ascend */
    uint32_t high = row->member_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (members[middle].constructor == constructor)
            return &members[middle];
        if (members[middle].constructor < constructor)
            low = middle + 1;
        else
            high = middle;
    }
    BUG("constructor %llu is not of this datatype", (unsigned long long)constructor);
}

domain_t domain_field(values_t *values, domain_t domain, uint64_t constructor, uint32_t i) {
    switch (domain_kind(values, domain)) {
    case SORT_LIST:
        return i == 0 ? domain_part(values, domain, 0) : domain;
    case SORT_NULLABLE:
        return domain_part(values, domain, 0);
    default: {
        expand(values, domain);
        const domain_member_t *member = domain_member(values, domain, constructor);
        assert(i < member->count);
        return values->domains->parts.data[member->fields + i];
    }
    }
}

/* --- sizes --- */

static uint64_t times(uint64_t a, uint64_t b) {
    uint64_t product;
    if (a == 0 || b == 0)
        return 0;
    if (a == SORT_INFINITE || b == SORT_INFINITE || __builtin_mul_overflow(a, b, &product) ||
        product > INT64_MAX)
        return SORT_INFINITE;
    return product;
}

static uint64_t plus(uint64_t a, uint64_t b) {
    return a == SORT_INFINITE || b == SORT_INFINITE || a + b > INT64_MAX ? SORT_INFINITE : a + b;
}

/* base^exponent; a size that is 0 is not known yet. */
static uint64_t power(uint64_t base, uint64_t exponent) {
    if (base == 0 || exponent == 0)
        return 0;
    if (base == 1)
        return 1;
    uint64_t result = exponent > 63 ? SORT_INFINITE : 1;
    for (uint64_t i = 0; i < exponent && result != SORT_INFINITE; i++)
        result = times(result, base);
    return result;
}

static uint64_t bit_patterns(uint64_t bits) {
    return bits < 63 ? UINT64_C(1) << bits : SORT_INFINITE;
}

/* The order of a finite field: an index, or the text of one that is too large for a word. */
static uint64_t field_order(const values_t *values, uint32_t index) {
    if (index >> 31 == 0)
        return index;
    const char *digit = symbol_text(&values->bank->symbols, index & 0x7fffffff);
    uint64_t order = 0;
    for (; *digit >= '0' && *digit <= '9'; digit++)
        order = plus(times(order, 10), (uint64_t)(*digit - '0'));
    return order;
}

/* All patterns of e + s bits, but of the 2^s - 2 that are no number only one counts. */
static uint64_t float_count(uint32_t exponent, uint32_t significand) {
    uint64_t bits = (uint64_t)exponent + significand;
    return bits < 64 ? (UINT64_C(1) << bits) - (UINT64_C(1) << significand) + 3 : SORT_INFINITE;
}

static uint64_t size_of(const values_t *values, domain_t domain) {
    return domain_row(values, domain)->size;
}

static uint64_t product_of(const values_t *values, const uint32_t *parts, uint32_t count) {
    uint64_t size = 1;
    for (uint32_t i = 0; i < count; i++)
        size = times(size, size_of(values, parts[i]));
    return size;
}

static uint64_t data_size(const values_t *values, domain_t domain) {
    const domain_row_t *row = domain_row(values, domain);
    uint64_t size = 0;
    for (uint32_t c = 0; c < row->member_count; c++) {
        const domain_member_t *member = &values->domains->members.data[row->members + c];
        size = plus(
            size, product_of(values, values->domains->parts.data + member->fields, member->count));
    }
    return size;
}

/* The size as it follows from the parts' sizes so far. It only grows with them. */
static uint64_t size_step(const values_t *values, domain_t domain) {
    const domain_row_t *row = domain_row(values, domain);
    const uint32_t *parts = values->domains->parts.data + row->parts;
    switch ((sort_kind_t)row->kind) {
    case SORT_BOOL:
        return 2;
    case SORT_ROUNDING:
        return 5;
    case SORT_CHAR:
        return 0x30000;
    case SORT_BITVEC:
        return bit_patterns(domain_index(values, domain, 0));
    case SORT_FLOAT:
        return float_count(domain_index(values, domain, 0), domain_index(values, domain, 1));
    case SORT_FIELD:
        return field_order(values, domain_index(values, domain, 0));
    case SORT_ARRAY:
    case SORT_FUN:
        return power(size_of(values, parts[row->part_count - 1]),
                     product_of(values, parts, row->part_count - 1));
    case SORT_SEQ:
    case SORT_BAG:
    case SORT_LIST:
        return size_of(values, parts[0]) == 0 ? 1 : SORT_INFINITE;
    case SORT_SET:
        return bit_patterns(size_of(values, parts[0]));
    case SORT_TUPLE:
        return product_of(values, parts, row->part_count);
    case SORT_NULLABLE:
        return plus(1, size_of(values, parts[0]));
    case SORT_USER:
        return declaration(values, domain)->kind == SORTDECL_DATATYPE ? data_size(values, domain)
                                                                      : SORT_INFINITE;
    default:
        return SORT_INFINITE;
    }
}

/* --- what holds for a domain and all it refers to --- */

static bool is_opaque(const values_t *values, domain_t domain) {
    switch (domain_kind(values, domain)) {
    case SORT_USER: {
        sortdecl_kind_t kind = declaration(values, domain)->kind;
        return kind != SORTDECL_FREE && kind != SORTDECL_DATATYPE;
    }
    case SORT_BAD:
    case SORT_WRITTEN:
        return true;
    default:
        return false;
    }
}

/* Equality of bits is equality of values. Elements of sets and bags, and keys of arrays, are always
 * exact; see sets.c and array.c. */
static bool exact_step(const values_t *values, domain_t domain) {
    const domain_row_t *row = domain_row(values, domain);
    if (row->opaque)
        return false;
    switch ((sort_kind_t)row->kind) {
    case SORT_ARRAY:
    case SORT_FUN:
    case SORT_REGLAN:
    case SORT_REGEX:
        return false;
    case SORT_SET:
    case SORT_BAG:
        return true;
    default:
        for (uint32_t i = 0; i < row->part_count; i++)
            if (!domain_row(values, values->domains->parts.data[row->parts + i])->exact)
                return false;
        return true;
    }
}

static bool free_step(const values_t *values, domain_t domain) {
    const domain_row_t *row = domain_row(values, domain);
    if (row->kind == SORT_USER && declaration(values, domain)->kind == SORTDECL_FREE)
        return true;
    for (uint32_t i = 0; i < row->part_count; i++)
        if (domain_row(values, values->domains->parts.data[row->parts + i])->free)
            return true;
    return false;
}

/* One more than the deepest of these defaults. */
static uint32_t rank_above(const values_t *values, const uint32_t *parts, uint32_t count) {
    uint32_t rank = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t part = domain_row(values, parts[i])->rank;
        if (part == DOMAIN_NO_RANK)
            return DOMAIN_NO_RANK;
        rank = part + 1 > rank ? part + 1 : rank;
    }
    return rank;
}

/* A datatype takes the first of the constructors with the least nesting. */
static uint32_t rank_step(const values_t *values, domain_t domain, uint32_t *choice) {
    const domain_row_t *row = domain_row(values, domain);
    const uint32_t *parts = values->domains->parts.data + row->parts;
    if (row->opaque)
        return DOMAIN_NO_RANK;
    switch ((sort_kind_t)row->kind) {
    case SORT_ARRAY:
    case SORT_FUN:
        return rank_above(values, parts + row->part_count - 1, 1);
    case SORT_TUPLE:
        return rank_above(values, parts, row->part_count);
    case SORT_BITVEC:
        return domain_index(values, domain, 0) > BITS_MAX_WIDTH ? DOMAIN_NO_RANK : 0;
    case SORT_FLOAT:
        return domain_index(values, domain, 0) > BITS_MAX_WIDTH / 2 ||
                       domain_index(values, domain, 1) > BITS_MAX_WIDTH / 2
                   ? DOMAIN_NO_RANK
                   : 0;
    case SORT_USER:
        break;
    default:
        return 0;
    }
    if (declaration(values, domain)->kind == SORTDECL_FREE) /* its elements name the sort */
        return row->sort == SORT_NONE ? DOMAIN_NO_RANK : 0;
    uint32_t best = DOMAIN_NO_RANK;
    for (uint32_t c = 0; c < row->member_count; c++) {
        const domain_member_t *member = &values->domains->members.data[row->members + c];
        uint32_t rank =
            rank_above(values, values->domains->parts.data + member->fields, member->count);
        if (rank < best) {
            best = rank;
            *choice = c;
        }
    }
    return best;
}

/* Lists the unsolved domains that root refers to, each after those it refers to itself, but for
 * circles. False when there are too many. */
static bool collect(values_t *values, domain_t root, u32_vec_t *order) {
    struct frame {
        domain_t domain;
        uint32_t next;
    };
    VEC(struct frame) stack = {0};
    map_t seen = {0};
    *vec_push(values->mem, &stack) = (struct frame){root, 0};
    *map_put(values->mem, &seen, root) = 1;
    expand(values, root);
    bool few = true;
    while (stack.len > 0 && few) {
        struct frame *top = &vec_last(&stack);
        const domain_row_t *row = domain_row(values, top->domain);
        if (top->next == row->part_count) {
            *vec_push(values->mem, order) = top->domain;
            stack.len--;
            continue;
        }
        domain_t part = values->domains->parts.data[row->parts + top->next++];
        if (domain_row(values, part)->solved || map_get(&seen, part) != MAP_NONE)
            continue;
        *map_put(values->mem, &seen, part) = 1;
        expand(values, part);
        *vec_push(values->mem, &stack) = (struct frame){part, 0};
        few = seen.len <= MAX_CLOSURE;
    }
    vec_free(values->mem, &stack);
    map_free(values->mem, &seen);
    return few;
}

static void find_depth(const values_t *values, domain_t domain) {
    domain_row_t *row = domain_row(values, domain);
    row->depth = 0;
    for (uint32_t i = 0; i < row->part_count; i++) {
        uint32_t depth = domain_row(values, values->domains->parts.data[row->parts + i])->depth;
        row->depth = depth + 1 > row->depth ? depth + 1 : row->depth;
    }
    row->opaque = row->depth > MAX_DEPTH || is_opaque(values, domain);
}

/* What contains something opaque is so, too. */
static void spread_opaque(const values_t *values, const u32_vec_t *order) {
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t k = 0; k < order->len; k++) {
            domain_row_t *row = domain_row(values, order->data[k]);
            for (uint32_t i = 0; i < row->part_count && !row->opaque; i++) {
                row->opaque =
                    domain_row(values, values->domains->parts.data[row->parts + i])->opaque;
                changed |= row->opaque;
            }
        }
    }
}

/* Sizes grow from 0. A size that still grows after as many rounds as there are domains does so
 * because it refers to itself through parts that have values: whatever passed the growth on once
 * does so again, without end. */
static void find_sizes(const values_t *values, const u32_vec_t *order) {
    bool grows = true;
    for (uint32_t round = 0; grows; round++) {
        grows = false;
        for (uint32_t i = 0; i < order->len; i++) {
            domain_row_t *row = domain_row(values, order->data[i]);
            uint64_t size = row->opaque ? SORT_INFINITE : size_step(values, order->data[i]);
            if (size == row->size)
                continue;
            row->size = round > order->len ? SORT_INFINITE : size;
            grows = true;
        }
    }
    for (uint32_t i = 0; i < order->len; i++) { /* without a value: (mk (Array Int itself)) */
        domain_row_t *row = domain_row(values, order->data[i]);
        row->opaque |= row->size == 0;
        row->size = row->opaque ? SORT_INFINITE : row->size;
    }
}

static void find_rest(const values_t *values, const u32_vec_t *order) {
    for (uint32_t i = 0; i < order->len; i++) {
        domain_row(values, order->data[i])->exact = true;
        domain_row(values, order->data[i])->rank = DOMAIN_NO_RANK;
    }
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < order->len; i++) {
            domain_row_t *row = domain_row(values, order->data[i]);
            bool exact = exact_step(values, order->data[i]);
            bool is_free = free_step(values, order->data[i]);
            uint32_t rank = rank_step(values, order->data[i], &row->choice);
            changed |= exact != row->exact || is_free != row->free || rank != row->rank;
            row->exact = exact;
            row->free = is_free;
            row->rank = rank;
        }
    }
    for (uint32_t i = 0; i < order->len; i++)
        if (domain_row(values, order->data[i])->rank > MAX_DEPTH)
            domain_row(values, order->data[i])->rank = DOMAIN_NO_RANK;
}

domain_row_t *domain_solved(values_t *values, domain_t domain) {
    if (domain_row(values, domain)->solved)
        return domain_row(values, domain);
    u32_vec_t order = {0};
    if (!collect(values, domain, &order)) {
        domain_row_t *row = domain_row(values, domain);
        row->opaque = true;
        row->free = true;
        row->size = SORT_INFINITE;
        row->rank = DOMAIN_NO_RANK;
        row->depth = MAX_DEPTH + 1;
        row->solved = true;
        vec_free(values->mem, &order);
        return row;
    }
    for (uint32_t i = 0; i < order.len; i++)
        find_depth(values, order.data[i]);
    spread_opaque(values, &order);
    find_sizes(values, &order);
    find_rest(values, &order);
    for (uint32_t i = 0; i < order.len; i++)
        domain_row(values, order.data[i])->solved = true;
    vec_free(values->mem, &order);
    return domain_row(values, domain);
}

uint64_t domain_size(values_t *values, domain_t domain) {
    return domain_solved(values, domain)->size;
}

bool domain_exact(values_t *values, domain_t domain) {
    return domain_solved(values, domain)->exact;
}

bool domain_free(values_t *values, domain_t domain) {
    return domain_solved(values, domain)->free;
}

bool domain_opaque(values_t *values, domain_t domain) {
    return domain_solved(values, domain)->opaque;
}

/* --- by sort --- */

/* The plain sorts and bit-vectors need no table. */
static bool is_simple(const bank_t *bank, sort_t sort) {
    sort_kind_t kind = sort_kind(bank, sort);
    return kind == SORT_BITVEC || kind == SORT_FLOAT || kind == SORT_FIELD ||
           (kind <= (sort_kind_t)SORT_LAST_PLAIN && kind != SORT_REGLAN && kind != SORT_BAD);
}

uint64_t sort_size(values_t *values, sort_t sort) {
    return domain_size(values, domain_of(values, sort));
}

bool sort_exact(values_t *values, sort_t sort) {
    return is_simple(values->bank, sort) || domain_exact(values, domain_of(values, sort));
}

value_t value_at(values_t *values, sort_t sort, uint64_t i) {
    return domain_at(values, domain_of(values, sort), i);
}

uint64_t value_rank(values_t *values, sort_t sort, value_t value) {
    return domain_rank(values, domain_of(values, sort), value);
}

bool value_default(values_t *values, sort_t sort, value_t *out) {
    return domain_default(values, domain_of(values, sort), out);
}

bool value_exact(values_t *values, sort_t sort, value_t value) {
    return is_simple(values->bank, sort) ||
           domain_value_exact(values, domain_of(values, sort), value);
}
