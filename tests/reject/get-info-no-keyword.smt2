; get-info takes a keyword
(set-logic ALL)
(get-info name)
