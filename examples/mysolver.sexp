; A profile for a solver of your own. src/solver/profile.h explains every line; the profiles of the
; solvers that assay knows are in data/profiles/.
(profile mysolver
  ; Solvers of one family share code, and so mistakes: they count as one voice.
  (family mysolver)
  ; Reads the query from standard input. A path may stand here, too.
  (command "mysolver" "-in")
  (version "--version")
  ; spawn is a process for each query. With session it answers queries one after the other, and
  ; snapshot copies a process that has started: both are faster, and assay doctor says what works.
  (modes spawn)
  ; The option to set before (get-model); without this line no model is asked for.
  (models ":produce-models")
  ; Commands that it does not know.
  (lacks "get-unsat-core")

  ; Options worth testing: assay solve --tier common runs the solver with each of the rows, and
  ; assay fuzz draws one of them now and then.
  (tier default)
  (tier common "smt.phase_selection=5")
  (tier validate "model_validate=true")

  ; What ends or messages mean that assay cannot know. A signal, a failed assertion or a report of a
  ; sanitizer needs no line.
  (exit 101 memout)
  (line "model is not available" nothing)
  (line "not supported" unsupported)
  (line "internal error" crash))
