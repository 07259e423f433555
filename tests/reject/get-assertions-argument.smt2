; get-assertions takes no argument
(set-option :produce-assertions true)
(set-logic ALL)
(get-assertions now)
