; get-option takes a keyword
(set-logic ALL)
(get-option produce-models)
