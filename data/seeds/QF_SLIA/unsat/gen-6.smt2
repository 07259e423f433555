; Made of false.str.contains-both and false.str.length-concat.
(set-logic QF_SLIA)
(set-info :status unsat)
(declare-const n0 Int)
(declare-const k_s String)
(declare-const k_t String)
(declare-const j_s String)
(declare-const j_t String)
(assert (str.in_re "bc" (re.* (re.range "A" "Z"))))
(assert (> (- n0 n0 2) n0))
(assert (and (str.is_digit k_s) (= "cc1" " 0")))
(assert
  (or
    (and
      (str.contains (str.at j_t n0) (str.++ k_t "1" "a1"))
      (str.contains (str.++ k_t "1" "a1") (str.at j_t n0))
      (distinct (str.at j_t n0) (str.++ k_t "1" "a1")))
    (distinct (str.len (str.++ j_s j_t)) (+ (str.len j_s) (str.len j_t)))))
(assert (= (str.from_int n0) (str.++ k_s j_t)))
(check-sat)
