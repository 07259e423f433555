; str.++ is applied to nothing
(set-logic ALL)
(declare-const s String)
(assert (= s (str.++)))
(check-sat)
