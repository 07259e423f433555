; nil qualified by a sort that has no such constructor
(set-logic ALL)
(declare-datatype L (par (X) ((nil) (cons (hd X) (tl (L X))))))
(declare-const x (L Int))
(assert (= x (as nil Int)))
(check-sat)
