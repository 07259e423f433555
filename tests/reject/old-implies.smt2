; implies is no operator of the standard
(set-logic ALL)
(declare-const p Bool)
(assert (implies p p))
(check-sat)
