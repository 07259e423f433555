; to_fp of a bit-vector whose width is not the sum of the sizes
(set-logic ALL)
(declare-const x Float32)
(assert (= x ((_ to_fp 8 24) #x0000)))
(check-sat)
