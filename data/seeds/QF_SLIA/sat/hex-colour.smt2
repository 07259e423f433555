(set-logic QF_SLIA)
(set-info :status sat)
(declare-const c String)
(assert
  (str.in_re c
    (re.++ (str.to_re "#") ((_ re.^ 6) (re.union (re.range "0" "9") (re.range "a" "f"))))))
(assert (= (str.substr c 1 2) "ff"))
(assert (str.is_digit (str.at c 6)))
(check-sat)
