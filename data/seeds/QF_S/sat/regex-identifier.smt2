(set-logic QF_S)
(set-info :status sat)
(declare-const id String)
(assert
  (str.in_re id
    (re.++
      (re.union (re.range "a" "z") (str.to_re "_"))
      (re.* (re.union (re.range "a" "z") (re.range "0" "9") (str.to_re "_"))))))
(assert (= (str.len id) 6))
(assert (str.contains id "_0"))
(check-sat)
