; the datatype has no finite value
(set-logic ALL)
(declare-datatype S ((cons (hd Int) (tl S))))
(check-sat)
