; the parametric datatype has no finite value
(set-logic ALL)
(declare-datatypes ((D 1)) ((par (X) ((z (f (D X)))))))
(check-sat)
