(set-logic ALL)
(set-info :status sat)
(declare-datatypes ((Token 0)) (((word (text String)) (number (value Int)))))
(declare-const t Token)
(declare-const u Token)
(assert
  (and ((_ is word) t) ((_ is number) u) (= (str.to_int (text t)) (value u)) (= (value u) 15)))
(check-sat)
