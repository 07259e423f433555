; Made of false.str.contains-both and false.eq.one-of-two.
(set-logic QF_S)
(set-info :status unsat)
(declare-const p1 Bool)
(declare-const p2 Bool)
(declare-const s0 String)
(declare-const s1 String)
(declare-const s2 String)
(declare-const k_s String)
(declare-const j_x String)
(declare-const j_y String)
(declare-const j_a String)
(declare-const j_b String)
(assert (and (= j_b s1) (= k_s "ba")))
(assert (xor p2 (str.<= j_x s0)))
(assert
  (or
    (and (str.contains k_s j_x) (str.contains j_x k_s) (distinct k_s j_x))
    (and
      (distinct j_x j_y j_x)
      (and
        (or (= j_x j_x) (= j_x j_b))
        (or (= j_y j_x) (= j_y j_b))
        (or (= j_x j_x) (= j_x j_b))))))
(assert (= k_s (str.at j_a 14)))
(assert (distinct "ba" (str.replace j_b k_s "")))
(assert (=> p1 (str.in_re s2 re.allchar)))
(check-sat)
