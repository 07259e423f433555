; the element and the tail have different element sorts
(set-logic ALL)
(declare-datatype L (par (X) ((nil) (cons (hd X) (tl (L X))))))
(assert (= (cons 1 (as nil (L Bool))) (cons 1 (as nil (L Bool)))))
(check-sat)
