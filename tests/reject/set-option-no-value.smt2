; an option without a value
(set-option :produce-models)
(set-logic ALL)
(check-sat)
