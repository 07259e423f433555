/* The vocabulary: every word has a name of its own, and is found by it. */
#include "unit.h"

#include "words/words.h"

static void check(const vocabulary_t *vocabulary) {
    assert_true(vocabulary->count > 0 && strlen(vocabulary->title) > 0);
    for (uint32_t i = 0; i < vocabulary->count; i++) {
        const word_t *row = &vocabulary->rows[i];
        assert_true(strlen(row->name) > 0 && strlen(row->doc) > 0);
        assert_null(strchr(row->name, ' '));
        assert_int_equal(vocabulary_find(vocabulary, slice_of(row->name)), i);
    }
    assert_int_equal(vocabulary_find(vocabulary, slice_of("rudeness")), vocabulary->count);
    assert_int_equal(vocabulary_find(vocabulary, (slice_t){0}), vocabulary->count);
}

static void vocabularies(void **state) {
    check(&finding_kind_vocabulary);
    check(&grade_vocabulary);
    check(&certificate_vocabulary);
    check(&alarm_kind_vocabulary);
    check(&outcome_vocabulary);
    check(&claim_vocabulary);
    check(&run_mode_vocabulary);
    check(&repeat_vocabulary);
    check(&role_vocabulary);
    check(&goal_kind_vocabulary);
}

/* What the columns of a kind promise each other. */
static void kinds(void **state) {
    for (uint32_t i = 0; i < FINDING_KINDS; i++) {
        const finding_kind_info_t *info = finding_kind_info((finding_kind_t)i);
        assert_true(strlen(info->title) > 0);
        assert_true(!info->reduced || info->goal != GOAL_NONE);
        /* What is wanted is for the user to say there. */
        assert_true(info->goal != GOAL_OUTCOME && info->goal != GOAL_COMMAND);
        assert_int_equal(info->key == KEY_SIGNATURE, info->again == AGAIN_SIGNATURE);
        /* A sentence of its own, or the verdict that a report goes on from. */
        if (outcome_is_verdict(info->right))
            assert_string_equal(info->expected, outcome_name(info->right));
        else
            assert_int_equal(info->expected[strlen(info->expected) - 1], '.');
    }
    finding_kind_t kind = FINDING_CRASH;
    assert_true(finding_kind_of_name(slice_of("invalid-model"), &kind));
    assert_int_equal(kind, FINDING_INVALID_MODEL);
    assert_false(finding_kind_of_name(slice_of("rudeness"), &kind));
    assert_int_equal(kind, FINDING_INVALID_MODEL);
}

static void grades(void **state) {
    assert_true(grade_rank(GRADE_CERTIFIED) > grade_rank(GRADE_CROSS_CHECKED));
    assert_true(grade_rank(GRADE_CLAIMED) > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vocabularies),
        cmocka_unit_test(kinds),
        cmocka_unit_test(grades),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
