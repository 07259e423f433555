; get-model takes no string
(set-option :produce-models true)
(set-logic ALL)
(check-sat)
(get-model "all")
