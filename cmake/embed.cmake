# assay_embed(TARGET NAME FILE...): the bytes of the files, one after the other, become part of
# TARGET, as embed_NAME and embed_NAME_size; src/base/embed.h declares them. This file is also the
# script that does it.
if(CMAKE_SCRIPT_MODE_FILE)
    set(bytes "")
    foreach(file IN LISTS FROM)
        file(READ "${file}" more HEX)
        string(APPEND bytes "${more}")
    endforeach()
    string(LENGTH "${bytes}" digits)
    math(EXPR size "${digits} / 2")
    string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
    # A NUL follows, so that text can be used as a string.
    file(WRITE "${TO}" "#include \"base/embed.h\"\n"
        "EMBED(${NAME});\n"
        "const unsigned char embed_${NAME}[] = {${bytes}0};\n"
        "const size_t embed_${NAME}_size = ${size};\n")
    return()
endif()

set(assay_embed_script ${CMAKE_CURRENT_LIST_FILE})

function(assay_embed target name)
    set(source ${CMAKE_BINARY_DIR}/embed/${name}.c)
    add_custom_command(OUTPUT ${source}
        COMMAND ${CMAKE_COMMAND} -DNAME=${name} "-DFROM=${ARGN}" -DTO=${source}
            -P ${assay_embed_script}
        DEPENDS ${ARGN} ${assay_embed_script}
        VERBATIM)
    target_sources(${target} PRIVATE ${source})
endfunction()
