(set-logic QF_S)
(set-info :status unsat)
(declare-const id String)
(assert
  (str.in_re id (re.++ (re.range "a" "z") (re.* (re.union (re.range "a" "z") (re.range "0" "9"))))))
(assert (str.prefixof "7" id))
(check-sat)
