/* share.c - let for subterms that occur more than once.
 *
 * A let may stand at the root and at the body of each binder: call these places scopes. They form a
 * tree. The scope of a subterm is the innermost one that all its occurrences are in, found from
 * parents to children as the lowest common ancestor of the scopes it is used from. A binder of a
 * free variable of the subterm is on every path from the root to it, so its scope is never outside
 * of such a binder, and one let in its scope serves all occurrences.
 *
 * That argument needs a variable to occur only below its binder. After a mutation two binders may
 * bind the same variable, or it may be free beside its binder; whatever mentions such a variable is
 * called loose and stays where it is.
 *
 * No let stands between a binder and the annotation of its body, where solvers look for patterns,
 * nor in front of the annotation of an assertion, where they look for its name: it goes inside. */
#include "smt/print/print_priv.h"

#include "base/bug.h"
#include "smt/walk/parts.h"

#include <stdio.h>
#include <stdlib.h>

#define NO_SCOPE UINT32_MAX

typedef struct scope {
    uint32_t up;
    uint32_t jump; /* some ancestor: see join() */
    uint32_t depth;
    uint32_t bindings; /* the newest one, or UINT32_MAX */
} scope_t;

typedef struct binding {
    uint32_t level; /* above those of all bindings that the value mentions */
    uint32_t older; /* the one before it in its scope */
    term_t var;
    term_t value;
} binding_t;

/* What is known of a term, by its place in the reach. */
typedef struct node {
    uint32_t scope;
    uint32_t inner; /* its first own scope; more follow, one per child that opens one */
    uint32_t level; /* the highest of the bindings it mentions */
    term_t now;     /* what stands in its place */
    uint8_t uses;   /* 0, 1 or 2 for more */
    bool loose;
} node_t;

typedef struct share {
    bank_t *bank;
    reach_t *reach;
    node_t *nodes;
    VEC(scope_t) scopes;
    VEC(binding_t) bindings;
    VEC(binding_t) sorted;
    u32_vec_t words;
    u32_vec_t annotations;
    uint32_t name; /* k of the next name _sk to try */
} share_t;

/* --- scopes --- */

/* Jumps halve the way to the root (Myers, "An applicative random-access stack", 1983). */
static uint32_t open_scope(share_t *share, uint32_t up) {
    scope_t scope = {.bindings = UINT32_MAX};
    if (up != NO_SCOPE) {
        const scope_t *all = share->scopes.data;
        uint32_t jump = all[up].jump;
        bool far = all[up].depth - all[jump].depth == all[jump].depth - all[all[jump].jump].depth;
        scope = (scope_t){.up = up,
                          .jump = far ? all[jump].jump : up,
                          .depth = all[up].depth + 1,
                          .bindings = UINT32_MAX};
    }
    *vec_push(share->bank->mem, &share->scopes) = scope;
    return share->scopes.len - 1;
}

/* The innermost scope around two. */
static uint32_t join(const share_t *share, uint32_t a, uint32_t b) {
    const scope_t *all = share->scopes.data;
    if (all[a].depth < all[b].depth) {
        uint32_t swap = a;
        a = b;
        b = swap;
    }
    while (all[a].depth > all[b].depth)
        a = all[all[a].jump].depth >= all[b].depth ? all[a].jump : all[a].up;
    while (a != b) {
        bool far = all[a].jump != all[b].jump;
        a = far ? all[a].jump : all[a].up;
        b = far ? all[b].jump : all[b].up;
    }
    return a;
}

/* Whether a child of term is a scope: binders open one, but root-obj takes no let. */
static bool opens_scope(const bank_t *bank, term_t term, uint32_t child) {
    uint32_t count;
    parts_bound_in(bank, term, child, &count);
    return count > 0 && term_op(bank, term) != OP_ROOT_OBJ;
}

static node_t *node_of(const share_t *share, term_t term) {
    uint32_t place = reach_place(share->reach, term);
    assert(place != REACH_NONE);
    return &share->nodes[place];
}

/* From parents to children. */
static void find_scopes(share_t *share) {
    const bank_t *bank = share->bank;
    const u32_vec_t *order = &share->reach->order;
    for (uint32_t i = 0; i < order->len; i++)
        share->nodes[i].scope = NO_SCOPE;
    share->nodes[order->len - 1].scope = open_scope(share, NO_SCOPE);
    for (uint32_t i = order->len; i-- > 0;) {
        node_t *node = &share->nodes[i];
        node->inner = share->scopes.len;
        uint32_t count;
        const term_t *children = parts_children(bank, order->data[i], &count);
        for (uint32_t k = 0; k < count; k++) {
            node_t *child = node_of(share, children[k]);
            uint32_t scope = node->scope;
            if (opens_scope(bank, order->data[i], k))
                scope = open_scope(share, scope);
            child->scope = child->scope == NO_SCOPE ? scope : join(share, child->scope, scope);
        }
    }
}

/* --- what may be bound --- */

/* Marks variables of a binder that occur outside of it too. */
static void mark_vars(share_t *share, uint32_t place) {
    const bank_t *bank = share->bank;
    term_t term = share->reach->order.data[place];
    uint32_t scope = share->nodes[place].inner;
    uint32_t children;
    parts_children(bank, term, &children);
    for (uint32_t i = 0; i < children; i++) {
        uint32_t count;
        const term_t *vars = parts_bound_in(bank, term, i, &count);
        bool opens = opens_scope(bank, term, i);
        for (uint32_t k = 0; k < count; k++) {
            uint32_t var = reach_place(share->reach, vars[k]);
            if (var != REACH_NONE &&
                (!opens || join(share, share->nodes[var].scope, scope) != scope))
                share->nodes[var].loose = true;
        }
        scope += opens;
    }
}

/* A use of a name must come after (! t :named n) in the text, so it is not moved to the front when
 * both are in the formula. */
static bool uses_own_name(const share_t *share, term_t term) {
    if (term_op(share->bank, term) != OP_APP)
        return false;
    uint32_t count;
    const fun_row_t *fun = fun_row(share->bank, term_head(share->bank, term, &count)[0]);
    return fun->kind == FUN_NAMED && fun->body != TERM_NONE && reach_has(share->reach, fun->body);
}

static void mark_loose(share_t *share) {
    const bank_t *bank = share->bank;
    const u32_vec_t *order = &share->reach->order;
    for (uint32_t i = 0; i < order->len; i++) {
        if (op_binds(term_op(bank, order->data[i])))
            mark_vars(share, i);
    }
    for (uint32_t i = 0; i < order->len; i++) {
        uint32_t count;
        const term_t *children = parts_children(bank, order->data[i], &count);
        bool loose = share->nodes[i].loose || uses_own_name(share, order->data[i]);
        for (uint32_t k = 0; k < count && !loose; k++)
            loose = node_of(share, children[k])->loose;
        share->nodes[i].loose = loose;
    }
}

/* An annotation is only bound for its name: anything else says something about the place where it
 * stands. */
static bool is_bound(const share_t *share, uint32_t place) {
    const node_t *node = &share->nodes[place];
    term_t term = share->reach->order.data[place];
    if (node->uses < 2 || node->loose)
        return false;
    uint32_t count;
    if (term_op(share->bank, term) == OP_ANNOT) {
        const uint32_t *head = term_head(share->bank, term, &count);
        return count >= 4 && head[2] == ATTR_NAMED;
    }
    term_children(share->bank, term, &count);
    return count > 0;
}

/* How often each term would be written, from parents to children. True when something is to be
 * bound. */
static bool count_uses(share_t *share) {
    const u32_vec_t *order = &share->reach->order;
    bool any = false;
    share->nodes[order->len - 1].uses = 1;
    for (uint32_t i = order->len; i-- > 0;) {
        bool bound = is_bound(share, i);
        uint32_t more = bound ? 1 : share->nodes[i].uses;
        any |= bound;
        uint32_t count;
        const term_t *children = parts_children(share->bank, order->data[i], &count);
        for (uint32_t k = 0; k < count; k++) {
            node_t *child = node_of(share, children[k]);
            child->uses = child->uses + more < 2 ? (uint8_t)(child->uses + more) : 2;
        }
    }
    return any;
}

/* --- the new term --- */

static sym_t fresh_name(share_t *share) {
    symbols_t *symbols = &share->bank->symbols;
    char text[16];
    for (;;) {
        size_t len = (size_t)snprintf(text, sizeof text, "_s%u", share->name++);
        if (symbol_find(symbols, text, len) == SYM_NONE)
            return symbol_make(symbols, text, len);
    }
}

static void bind(share_t *share, node_t *node) {
    bank_t *bank = share->bank;
    scope_t *scope = &share->scopes.data[node->scope];
    term_t value = node->now;
    node->now = term_fresh_var(bank, fresh_name(share), term_sort(bank, value));
    node->level++;
    *vec_push(bank->mem, &share->bindings) = (binding_t){
        .level = node->level, .older = scope->bindings, .var = node->now, .value = value};
    scope->bindings = share->bindings.len - 1;
}

/* By level, then in the order they were made. */
static int compare_bindings(const void *a, const void *b) {
    const binding_t *x = a;
    const binding_t *y = b;
    if (x->level != y->level)
        return x->level < y->level ? -1 : 1;
    return (x->var > y->var) - (x->var < y->var);
}

/* let for sorted[first..end) around body. */
static term_t make_let(share_t *share, uint32_t first, uint32_t end, term_t body) {
    bank_t *bank = share->bank;
    u32_vec_t *words = &share->words;
    words->len = 0;
    *vec_push(bank->mem, words) = end - first;
    for (uint32_t i = first; i < end; i++)
        *vec_push(bank->mem, words) = share->sorted.data[i].var;
    for (uint32_t i = first; i < end; i++)
        *vec_push(bank->mem, words) = share->sorted.data[i].value;
    *vec_push(bank->mem, words) = body;
    return term_make(bank, OP_LET, words->data, words->len, term_sort(bank, body));
}

/* The newest bindings of a scope around body, one let for each level. */
static term_t add_lets(share_t *share, term_t body) {
    qsort(share->sorted.data, share->sorted.len, sizeof *share->sorted.data, compare_bindings);
    for (uint32_t end = share->sorted.len; end > 0;) {
        uint32_t first = end - 1;
        while (first > 0 && share->sorted.data[first - 1].level == share->sorted.data[first].level)
            first--;
        body = make_let(share, first, end, body);
        end = first;
    }
    return body;
}

/* The body of a scope with its bindings, inside of annotations. */
static term_t close_scope(share_t *share, uint32_t scope, term_t body) {
    bank_t *bank = share->bank;
    share->sorted.len = 0;
    for (uint32_t i = share->scopes.data[scope].bindings; i != UINT32_MAX;
         i = share->bindings.data[i].older)
        *vec_push(bank->mem, &share->sorted) = share->bindings.data[i];
    if (share->sorted.len == 0)
        return body;
    u32_vec_t *around = &share->annotations;
    uint32_t count;
    for (around->len = 0; term_op(bank, body) == OP_ANNOT;) {
        *vec_push(bank->mem, around) = body;
        body = term_children(bank, body, &count)[0];
    }
    body = add_lets(share, body);
    while (around->len > 0) {
        term_t annotation = vec_pop(around);
        const term_t *children = term_children(bank, annotation, &count);
        share->words.len = 0;
        for (uint32_t i = 0; i < count; i++)
            *vec_push(bank->mem, &share->words) = i == 0 ? body : children[i];
        body = term_with_children(bank, annotation, share->words.data);
    }
    return body;
}

static void rebuild(share_t *share, uint32_t place, u32_vec_t *children) {
    bank_t *bank = share->bank;
    node_t *node = &share->nodes[place];
    term_t term = share->reach->order.data[place];
    uint32_t total;
    uint32_t count;
    const term_t *old = term_children(bank, term, &total);
    node->now = term;
    if (total == 0)
        return;
    children->len = 0;
    for (uint32_t k = 0; k < total; k++)
        *vec_push(bank->mem, children) = old[k];
    parts_children(bank, term, &count);
    assert(count <= children->len);
    uint32_t inner = node->inner;
    bool changed = false;
    for (uint32_t k = 0; k < count; k++) {
        const node_t *child = node_of(share, children->data[k]);
        term_t now = child->now;
        if (opens_scope(bank, term, k))
            now = close_scope(share, inner++, now);
        if (node->level < child->level)
            node->level = child->level;
        changed |= now != children->data[k];
        children->data[k] = now;
    }
    if (changed)
        node->now = term_with_children(bank, term, children->data);
    if (is_bound(share, place))
        bind(share, node);
}

static term_t build(share_t *share) {
    u32_vec_t children = {0};
    uint32_t count = share->reach->order.len;
    for (uint32_t i = 0; i < count; i++)
        rebuild(share, i, &children);
    vec_free(share->bank->mem, &children);
    return close_scope(share, 0, share->nodes[count - 1].now);
}

void share_start(printer_t *printer) {
    const symbols_t *symbols = &printer->bank->symbols;
    char text[16];
    for (;; printer->share_base++) {
        size_t len = (size_t)snprintf(text, sizeof text, "_s%u", printer->share_base);
        if (symbol_find(symbols, text, len) == SYM_NONE)
            break;
    }
    printer->share_next = printer->share_base;
}

term_t share_term(printer_t *printer, term_t term) {
    bank_t *bank = printer->bank;
    mem_t *mem = bank->mem;
    reach_t *reach = &printer->reach;
    reach_clear(reach);
    reach->patterns = false;
    reach_add(reach, term);
    share_t share = {.bank = bank, .reach = reach};
    share.nodes = mem_zalloc(mem, reach->order.len, sizeof *share.nodes);
    find_scopes(&share);
    mark_loose(&share);
    if (count_uses(&share)) {
        share.name = printer->share_next;
        term = build(&share);
        printer->share_next = share.name;
    }
    mem_free(mem, share.nodes);
    vec_free(mem, &share.scopes);
    vec_free(mem, &share.bindings);
    vec_free(mem, &share.sorted);
    vec_free(mem, &share.words);
    vec_free(mem, &share.annotations);
    reach_clear(reach);
    return term;
}
