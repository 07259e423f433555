#include "mutate/mutant.h"

const char *claim_name(claim_t claim) {
    static const char *const names[] = {
        [CLAIM_NONE] = "none", [CLAIM_SAT] = "sat", [CLAIM_UNSAT] = "unsat"};
    return names[claim];
}

void mutant_init(mutant_t *mutant, mem_t *mem) {
    *mutant = (mutant_t){.mem = mem, .reason = ""};
    strbuf_init(&mutant->text, mem);
    strbuf_init(&mutant->recipe, mem);
}

void mutant_done(mutant_t *mutant) {
    vec_free(mutant->mem, &mutant->edits);
    strbuf_done(&mutant->text);
    strbuf_done(&mutant->recipe);
}

void mutant_start(mutant_t *mutant, const seed_t *first, const seed_t *second) {
    mutant->seeds[0] = first;
    mutant->seeds[1] = second;
    mutant->edits.len = 0;
    mutant->claim = CLAIM_NONE;
    mutant->reason = "";
    strbuf_clear(&mutant->text);
    strbuf_clear(&mutant->recipe);
}

bool mutant_replace(mutant_t *mutant, uint32_t seed, uint32_t start, uint32_t end, const char *text,
                    size_t len) {
    /* Its place among the edits: they are few, and mostly come in order. */
    uint32_t at = mutant->edits.len;
    while (at > 0) {
        const edit_t *before = &mutant->edits.data[at - 1];
        if (before->seed < seed || (before->seed == seed && before->start < start) ||
            (before->seed == seed && before->start == start && before->end <= start))
            break;
        at--;
    }
    if (at > 0 && mutant->edits.data[at - 1].seed == seed && mutant->edits.data[at - 1].end > start)
        return false;
    if (at < mutant->edits.len && mutant->edits.data[at].seed == seed &&
        mutant->edits.data[at].start < end)
        return false;
    (void)vec_push(mutant->mem, &mutant->edits);
    for (uint32_t i = mutant->edits.len - 1; i > at; i--)
        mutant->edits.data[i] = mutant->edits.data[i - 1];
    mutant->edits.data[at] = (edit_t){.seed = seed,
                                      .start = start,
                                      .end = end,
                                      .text = (uint32_t)mutant->text.len,
                                      .len = (uint32_t)len};
    strbuf_add(&mutant->text, text, len);
    return true;
}

static void add_piece(mutant_t *mutant, piece_vec_t *pieces, const char *text, size_t len) {
    if (len > 0)
        *vec_push(mutant->mem, pieces) = (piece_t){text, len};
}

/* Bytes [start, end) of a seed's text, with the edits in them; an insertion at the end belongs to
 * it, too. */
static void add_range(mutant_t *mutant, piece_vec_t *pieces, uint32_t seed, uint32_t start,
                      uint32_t end) {
    const char *text = mutant->seeds[seed]->text;
    uint32_t at = start;
    for (uint32_t i = 0; i < mutant->edits.len; i++) {
        edit_t edit = mutant->edits.data[i];
        bool inside = edit.seed == seed && edit.start >= start && edit.end <= end &&
                      (edit.start > start || edit.end > start || start == 0);
        if (!inside)
            continue;
        add_piece(mutant, pieces, text + at, edit.start - at);
        add_piece(mutant, pieces, mutant->text.data + edit.text, edit.len);
        at = edit.end;
    }
    add_piece(mutant, pieces, text + at, end - at);
}

void mutant_pieces(mutant_t *mutant, piece_vec_t *pieces) {
    const seed_t *first = mutant->seeds[0];
    const seed_t *second = mutant->seeds[1];
    pieces->len = 0;
    if (!second) {
        add_range(mutant, pieces, 0, 0, first->len);
        return;
    }
    add_range(mutant, pieces, 0, 0, first->declared);
    add_range(mutant, pieces, 1, second->logic_end, second->declared);
    add_range(mutant, pieces, 0, first->declared, first->asserted);
    add_range(mutant, pieces, 1, second->declared, second->asserted);
    add_range(mutant, pieces, 0, first->asserted, first->len);
}

void mutant_print(mutant_t *mutant, strbuf_t *out) {
    piece_vec_t pieces = {0};
    mutant_pieces(mutant, &pieces);
    for (uint32_t i = 0; i < pieces.len; i++)
        strbuf_add(out, pieces.data[i].text, pieces.data[i].len);
    vec_free(mutant->mem, &pieces);
}
