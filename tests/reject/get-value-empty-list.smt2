; get-value needs at least one term
(set-option :produce-models true)
(set-logic ALL)
(check-sat)
(get-value ())
