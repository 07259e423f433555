; the parts of a float literal are bit-vectors
(set-logic ALL)
(declare-const x Float16)
(assert (= x (fp 0 5 10)))
(check-sat)
