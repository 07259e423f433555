; as without a sort
(set-logic ALL)
(declare-datatype L (par (X) ((nil) (cons (hd X) (tl (L X))))))
(declare-const x (L Int))
(assert (= x (as nil)))
(check-sat)
