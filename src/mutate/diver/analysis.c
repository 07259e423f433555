#include "mutate/diver/analysis.h"

#include "base/bug.h"

/* What the uses of a let's variable together allow. */
enum { ATOMS = 8 };

typedef struct analysis_use {
    wanted_t want;
    uint32_t count;
    uint32_t atoms[ATOMS]; /* the conjuncts of the uses so far */
    bool tied;             /* two uses are in one conjunct, or too many to tell */
} use_t;

/* A spot to be done. Its conjunct: the part of the formula that must be true by itself and that it
 * is in; ATOM_NONE: it is itself made of conjuncts so far. ATOM_MANY: it is the value of a variable
 * used in several. ATOM_DEAD: of one that is not used at all. */
enum { PHASE_ENTER, PHASE_CASE, PHASE_LEAVE_LET, PHASE_LEAVE };

#define ATOM_NONE UINT32_MAX
#define ATOM_MANY (UINT32_MAX - 1)
#define ATOM_DEAD (UINT32_MAX - 2)

typedef struct analysis_frame {
    uint32_t spot;
    uint32_t phase;
    uint32_t atom;
} frame_t;

void analysis_init(analysis_t *analysis, constraints_t *set, mem_t *mem) {
    *analysis = (analysis_t){.mem = mem, .set = set, .limits = set->eval->limits};
}

void analysis_done(analysis_t *analysis) {
    mem_t *mem = analysis->mem;
    vec_free(mem, &analysis->spots);
    vec_free(mem, &analysis->used);
    vec_free(mem, &analysis->frames);
    vec_free(mem, &analysis->results);
    vec_free(mem, &analysis->args);
    vec_free(mem, &analysis->known);
    vec_free(mem, &analysis->path);
    map_free(mem, &analysis->uses);
}

/* --- scopes --- */

static void open_unknown(analysis_t *analysis, const term_t *vars, uint32_t count) {
    analysis->results.len = 0;
    for (uint32_t i = 0; i < count; i++)
        *vec_push(analysis->mem, &analysis->results) =
            (result_t){.reason = {REASON_UNBOUND, vars[i]}};
    eval_enter(analysis->set->eval, vars, analysis->results.data, count);
}

static void open_let(analysis_t *analysis, term_t term) {
    eval_t *eval = analysis->set->eval;
    uint32_t count;
    uint32_t bound;
    const term_t *children = term_children(eval->bank, term, &count);
    const term_t *vars = term_bound(eval->bank, term, &bound);
    analysis->results.len = 0;
    for (uint32_t i = 0; i < bound; i++) {
        result_t result = eval_term(eval, children[i]);
        *vec_push(analysis->mem, &analysis->results) = result;
    }
    eval_enter(eval, vars, analysis->results.data, bound);
}

/* Where the words of the case for child k begin in the head of a match. */
static const uint32_t *case_words(const bank_t *bank, term_t term, uint32_t k) {
    uint32_t count;
    const uint32_t *head = term_head(bank, term, &count);
    uint32_t at = 1;
    for (uint32_t i = 1; i < k; i++)
        at += 2 + head[at + 1];
    assert(k > 0 && at < count);
    return head + at;
}

/* The child of a match that is its value; 0 when the value it looks at is not known. */
static uint32_t case_taken(eval_t *eval, term_t term) {
    uint32_t count;
    const term_t *children = term_children(eval->bank, term, &count);
    result_t result = eval_term(eval, children[0]);
    if (!result.known || value_kind(eval->values, result.value) != OBJ_DATA)
        return 0;
    uint32_t words;
    uint64_t constructor = value_words(eval->values, result.value, &words)[0];
    for (uint32_t k = 1; k < count; k++) {
        const uint32_t *at = case_words(eval->bank, term, k);
        if (at[0] == FUN_NONE || at[0] == constructor)
            return k;
    }
    return 0;
}

static void open_case(analysis_t *analysis, term_t term, uint32_t child) {
    eval_t *eval = analysis->set->eval;
    const uint32_t *words = case_words(eval->bank, term, child);
    if (case_taken(eval, term) != child) {
        open_unknown(analysis, words + 2, words[1]);
        return;
    }
    uint32_t count;
    result_t whole = eval_term(eval, term_children(eval->bank, term, &count)[0]);
    const uint64_t *fields = value_words(eval->values, whole.value, &count);
    assert(words[0] == FUN_NONE || words[1] < count);
    analysis->results.len = 0;
    for (uint32_t i = 0; i < words[1]; i++) {
        result_t field = whole;
        if (words[0] != FUN_NONE)
            field.value = fields[i + 1];
        *vec_push(analysis->mem, &analysis->results) = field;
    }
    eval_enter(eval, words + 2, analysis->results.data, words[1]);
}

/* The scope of a child of a binder. */
static void open_scope(analysis_t *analysis, term_t term, uint32_t child) {
    const bank_t *bank = analysis->set->eval->bank;
    uint32_t count;
    switch (term_op(bank, term)) {
    case OP_LET:
        open_let(analysis, term);
        break;
    case OP_MATCH:
        open_case(analysis, term, child);
        break;
    default: {
        const term_t *vars = term_bound(bank, term, &count);
        open_unknown(analysis, vars, count);
    }
    }
}

uint32_t analysis_enter(analysis_t *analysis, const seed_t *seed, uint32_t spot) {
    u32_vec_t *path = &analysis->path; /* binder and child, innermost first */
    path->len = 0;
    uint32_t child = spot;
    assert(spot < seed->spots.len);
    for (uint32_t at = seed->spots.data[spot].scope; at != SPOT_NONE;
         at = seed->spots.data[at].scope) {
        while (seed->spots.data[child].parent != at)
            child = seed->spots.data[child].parent;
        *vec_push(analysis->mem, path) = at;
        *vec_push(analysis->mem, path) = seed->spots.data[child].child;
    }
    for (uint32_t i = path->len; i > 0; i -= 2)
        open_scope(analysis, seed->spots.data[path->data[i - 2]].term, path->data[i - 1]);
    return path->len / 2;
}

void analysis_leave(analysis_t *analysis, uint32_t scopes) {
    while (scopes-- > 0)
        eval_leave(analysis->set->eval);
}

/* --- uses of variables --- */

static void add_use(analysis_t *analysis, term_t var, uint32_t spot, wanted_t want, uint32_t atom) {
    uint32_t place = map_get(&analysis->uses, var);
    if (place == MAP_NONE || atom == ATOM_DEAD)
        return;
    use_t *use = &analysis->used.data[place];
    sort_t sort = term_sort(analysis->set->eval->bank, var);
    if (atom == ATOM_NONE)
        atom = spot;
    assert(atom == ATOM_MANY || atom < analysis->seed->spots.len);
    if (use->count == 0) {
        use->want = want;
    } else {
        for (uint32_t i = 0; i < use->count && i < ATOMS; i++)
            use->tied |= use->atoms[i] == atom || use->atoms[i] == ATOM_MANY;
        use->tied |= use->count >= ATOMS || atom == ATOM_MANY;
        use->want.exact &= want.exact;
        if (!use->tied &&
            !constraint_meet(analysis->set, sort, use->want.set, want.set, &use->want.set))
            use->tied = true;
    }
    if (use->count < ATOMS)
        use->atoms[use->count] = atom;
    use->count++;
}

static void start_uses(analysis_t *analysis, term_t let) {
    uint32_t count;
    const term_t *vars = term_bound(analysis->set->eval->bank, let, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t *place = map_put(analysis->mem, &analysis->uses, vars[i]);
        if (*place == MAP_NONE) {
            *place = analysis->used.len;
            (void)vec_push(analysis->mem, &analysis->used);
        }
        analysis->used.data[*place] = (use_t){.count = 0};
    }
}

/* What a let's value may be, from the uses of its variable. */
static wanted_t value_wanted(analysis_t *analysis, term_t var, term_t value, uint32_t *atom) {
    uint32_t place = map_get(&analysis->uses, var);
    assert(place < analysis->used.len);
    const use_t *use = &analysis->used.data[place];
    if (use->count == 0)
        return (wanted_t){CONSTRAINT_ANY, true};
    *atom = use->count == 1 ? use->atoms[0] : ATOM_MANY;
    if (!use->tied && use->want.set != CONSTRAINT_NONE)
        return use->want;
    result_t result = eval_term(analysis->set->eval, value);
    if (!result.known)
        return (wanted_t){CONSTRAINT_NONE, false};
    sort_t sort = term_sort(analysis->set->eval->bank, value);
    return (wanted_t){constraint_only(analysis->set, sort, result.value), false};
}

/* --- the walk --- */

/* The same for all spots of a part. */
static void fill(analysis_t *analysis, uint32_t spot, wanted_t want, uint32_t atom) {
    const bank_t *bank = analysis->set->eval->bank;
    const seed_t *seed = analysis->seed;
    for (uint32_t i = spot; i < seed->spots.data[spot].after; i++) {
        analysis->spots.data[i] = want;
        if (term_op(bank, seed->spots.data[i].term) == OP_VAR)
            add_use(analysis, seed->spots.data[i].term, i, want, atom);
    }
}

static void push(analysis_t *analysis, uint32_t spot, wanted_t want, uint32_t atom,
                 uint32_t phase) {
    const spot_t *row = &analysis->seed->spots.data[spot];
    assert(want.set != CONSTRAINT_NONE || !want.exact);
    assert(want.set != CONSTRAINT_ANY || want.exact);
    assert(spot < row->after && row->after <= analysis->spots.len);
    if (want.set == CONSTRAINT_ANY || row->after == spot + 1) {
        fill(analysis, spot, want, atom);
        return;
    }
    analysis->spots.data[spot] = want;
    *vec_push(analysis->mem, &analysis->frames) = (frame_t){spot, phase, atom};
}

/* Whether each child must have its value by itself: and that is true, or that is false. */
static bool is_conjunction(op_t op, wanted_t want) {
    switch (op) {
    case OP_AND:
    case OP_FORALL:
        return want.set == CONSTRAINT_TRUE;
    case OP_OR:
    case OP_IMPLIES:
    case OP_EXISTS:
        return want.set == CONSTRAINT_FALSE;
    case OP_NOT:
    case OP_ANNOT:
    case OP_LET:
        return true;
    default:
        return false;
    }
}

static void push_leave(analysis_t *analysis, frame_t frame, uint32_t phase) {
    frame.phase = phase;
    *vec_push(analysis->mem, &analysis->frames) = frame;
}

static void enter_operator(analysis_t *analysis, frame_t frame, uint32_t atom) {
    const seed_t *seed = analysis->seed;
    const spot_t *row = &seed->spots.data[frame.spot];
    uint32_t count;
    term_children(analysis->set->eval->bank, row->term, &count);
    analysis->args.len = 0;
    analysis->known.len = 0;
    value_t *args = vec_extend(analysis->mem, &analysis->args, count);
    bool *known = vec_extend(analysis->mem, &analysis->known, count);
    backward_t node;
    backward_start(&node, analysis->set, row->term, analysis->spots.data[frame.spot], args, known);
    for (uint32_t child = frame.spot + 1; child < row->after; child = seed->spots.data[child].after)
        push(analysis, child, backward_child(&node, seed->spots.data[child].child), atom,
             PHASE_ENTER);
}

static void enter_match(analysis_t *analysis, frame_t frame, uint32_t atom) {
    eval_t *eval = analysis->set->eval;
    const seed_t *seed = analysis->seed;
    const spot_t *row = &seed->spots.data[frame.spot];
    wanted_t want = analysis->spots.data[frame.spot];
    uint32_t taken = case_taken(eval, row->term);
    for (uint32_t child = frame.spot + 1; child < row->after;
         child = seed->spots.data[child].after) {
        uint32_t k = seed->spots.data[child].child;
        wanted_t part = want;
        if (k == 0) {
            result_t result = eval_term(eval, seed->spots.data[child].term);
            sort_t sort = term_sort(eval->bank, seed->spots.data[child].term);
            part = (wanted_t){CONSTRAINT_NONE, false};
            if (result.known)
                part.set = constraint_only(analysis->set, sort, result.value);
        } else if (taken != 0 && k != taken) {
            part = (wanted_t){CONSTRAINT_ANY, true};
        } else {
            part.exact &= taken != 0;
        }
        push(analysis, child, part, atom, k == 0 ? PHASE_ENTER : PHASE_CASE);
    }
}

/* A binder's scope is opened before its inside is pushed; the frame that closes it lies below. */
static void enter(analysis_t *analysis, frame_t frame) {
    const seed_t *seed = analysis->seed;
    const spot_t *row = &seed->spots.data[frame.spot];
    op_t op = term_op(analysis->set->eval->bank, row->term);
    wanted_t want = analysis->spots.data[frame.spot];
    bool whole = frame.atom == ATOM_NONE && is_conjunction(op, want);
    uint32_t atom = frame.atom != ATOM_NONE ? frame.atom : whole ? ATOM_NONE : frame.spot;
    uint32_t bound;
    uint32_t body = frame.spot + 1;
    switch (op) {
    case OP_LET:
        term_bound(analysis->set->eval->bank, row->term, &bound);
        while (seed->spots.data[body].child < bound)
            body = seed->spots.data[body].after;
        assert(seed->spots.data[body].parent == frame.spot);
        start_uses(analysis, row->term);
        push_leave(analysis, frame, PHASE_LEAVE_LET);
        open_scope(analysis, row->term, bound);
        push(analysis, body, want, atom, PHASE_ENTER);
        break;
    case OP_FORALL:
    case OP_EXISTS:
        push_leave(analysis, frame, PHASE_LEAVE);
        open_scope(analysis, row->term, 0);
        push(analysis, body, want, atom, PHASE_ENTER);
        break;
    case OP_MATCH:
        enter_match(analysis, frame, atom);
        break;
    default:
        if (op_is_binder(op)) {
            for (; body < row->after; body = seed->spots.data[body].after)
                fill(analysis, body, (wanted_t){CONSTRAINT_NONE, false}, atom);
        } else {
            enter_operator(analysis, frame, atom);
        }
    }
}

static void leave_let(analysis_t *analysis, frame_t frame) {
    const seed_t *seed = analysis->seed;
    const spot_t *row = &seed->spots.data[frame.spot];
    uint32_t bound;
    term_bound(analysis->set->eval->bank, row->term, &bound);
    uint32_t value = frame.spot + 1;
    for (uint32_t i = 0; i < bound; i++, value = seed->spots.data[value].after) {
        uint32_t atom = ATOM_DEAD;
        assert(seed->spots.data[value].child == i);
        term_t var = term_bound(analysis->set->eval->bank, row->term, &bound)[i];
        wanted_t want = value_wanted(analysis, var, seed->spots.data[value].term, &atom);
        push(analysis, value, want, atom, PHASE_ENTER);
    }
}

static void step(analysis_t *analysis) {
    const seed_t *seed = analysis->seed;
    frame_t frame = vec_pop(&analysis->frames);
    switch (frame.phase) {
    case PHASE_CASE: {
        const spot_t *row = &seed->spots.data[frame.spot];
        open_scope(analysis, seed->spots.data[row->parent].term, row->child);
        push_leave(analysis, frame, PHASE_LEAVE);
        enter(analysis, frame);
        break;
    }
    case PHASE_LEAVE_LET:
        eval_leave(analysis->set->eval);
        leave_let(analysis, frame);
        break;
    case PHASE_LEAVE:
        eval_leave(analysis->set->eval);
        break;
    default:
        assert(frame.phase == PHASE_ENTER);
        enter(analysis, frame);
    }
}

bool analysis_run(analysis_t *analysis, const seed_t *seed) {
    assert(analysis->frames.len == 0);
    analysis->seed = seed;
    analysis->spots.len = 0;
    (void)vec_extend(analysis->mem, &analysis->spots, seed->spots.len);
    map_clear(&analysis->uses);
    analysis->used.len = 0;
    eval_t *eval = analysis->set->eval;
    for (uint32_t i = 0; i < seed->roots.len; i++)
        if (eval_formula(eval, seed->spots.data[seed->roots.data[i]].term) != HOLDS_YES)
            return false;
    eval_limits_t limits = eval->limits;
    eval->limits = analysis->limits;
    for (uint32_t i = 0; i < seed->roots.len; i++) {
        uint32_t root = seed->roots.data[i];
        push(analysis, root, (wanted_t){CONSTRAINT_TRUE, true}, ATOM_NONE, PHASE_ENTER);
        while (analysis->frames.len > 0)
            step(analysis);
    }
    eval->limits = limits;
    return true;
}
