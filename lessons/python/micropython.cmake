# micropython_library(TARGET SOURCE_DIR dir [EXTMOD file…] [NATIVE file…])
#   An object library of MicroPython, patched, with the port in lessons/python/port.
#   EXTMOD  further sources of MicroPython's tree
#   NATIVE  C and C++ files elsewhere that use MP_QSTR_x (and, in C, MP_REGISTER_MODULE): they are scanned here and compiled by the caller
# The source tree is only read; everything generated goes to <build>/micropython.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

function(micropython_library target)
  cmake_parse_arguments(arg "" "SOURCE_DIR" "EXTMOD;NATIVE" ${ARGN})
  set(here ${PROJECT_SOURCE_DIR}/lessons/python)
  set(source ${arg_SOURCE_DIR})
  set(out ${PROJECT_BINARY_DIR}/micropython)
  set(headers ${out}/genhdr)
  set(python ${Python3_EXECUTABLE})

  # Patched copies come first, at configure time, because they decide the list of files.
  file(GLOB edits CONFIGURE_DEPENDS ${here}/patches/*.edits)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${here}/patches/apply.py ${edits})
  execute_process(COMMAND ${python} ${here}/patches/apply.py ${source} ${out}/patched COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB sources ${source}/py/*.c)
  list(REMOVE_ITEM sources ${source}/py/formatfloat.c)  # port/format_float.c takes its place
  file(GLOB patched RELATIVE ${out}/patched ${out}/patched/*/*.c)
  foreach(file ${arg_EXTMOD})
    list(APPEND sources ${source}/${file})
  endforeach()
  foreach(file ${patched})
    list(REMOVE_ITEM sources ${source}/${file})
    list(APPEND sources ${out}/patched/${file})
  endforeach()
  file(GLOB port CONFIGURE_DEPENDS ${here}/port/*.c)

  # MicroPython's build collects names, modules and roots from the preprocessed sources, with the target's own compiler.
  set(scanned ${sources} ${port} ${arg_NATIVE})
  list(FILTER scanned EXCLUDE REGEX "/py/nlr[a-z0-9]*\\.c$")
  set(includes ${out}/patched ${out} ${here}/port ${source})
  set(flags -DNO_QSTR)
  foreach(dir ${includes} ${PROJECT_SOURCE_DIR})
    list(APPEND flags -I${dir})
  endforeach()
  set(collect ${python} ${source}/py/makeqstrdefs.py)
  file(GLOB port_headers CONFIGURE_DEPENDS ${here}/port/*.h ${here}/port/*.inc)
  add_custom_command(
    OUTPUT ${headers}/qstrdefs.generated.h ${headers}/moduledefs.h ${headers}/root_pointers.h ${headers}/mpversion.h
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${headers}/qstr ${headers}/module ${headers}/root_pointer   # what a source that is gone had in them
    COMMAND ${CMAKE_COMMAND} -E make_directory ${headers}/qstr ${headers}/module ${headers}/root_pointer
    COMMAND ${CMAKE_COMMAND} -E env MICROPY_GIT_TAG=v1.25.0 SOURCE_DATE_EPOCH=0 ${python} ${source}/py/makeversionhdr.py ${headers}/mpversion.h
    COMMAND ${collect} pp ${CMAKE_C_COMPILER} -E output ${headers}/scan.i cflags ${flags} cxxflags ${flags} -std=c++20 -x c++
      sources ${scanned} dependencies ${here}/port/mpconfigport.h changed_sources
    COMMAND ${collect} split qstr ${headers}/scan.i ${headers}/qstr _
    COMMAND ${collect} cat qstr _ ${headers}/qstr ${headers}/qstrdefs.collected.h
    COMMAND ${collect} split module ${headers}/scan.i ${headers}/module _
    COMMAND ${collect} cat module _ ${headers}/module ${headers}/moduledefs.collected
    COMMAND ${collect} split root_pointer ${headers}/scan.i ${headers}/root_pointer _
    COMMAND ${collect} cat root_pointer _ ${headers}/root_pointer ${headers}/root_pointers.collected
    COMMAND ${python} ${here}/preprocess_qstrs.py ${headers}/qstrdefs.preprocessed.h ${source}/py/qstrdefs.h ${headers}/qstrdefs.collected.h
      -- ${CMAKE_C_COMPILER} -E ${flags} -x c -
    COMMAND ${python} ${source}/py/makeqstrdata.py ${headers}/qstrdefs.preprocessed.h > ${headers}/qstrdefs.generated.h
    COMMAND ${python} ${source}/py/makemoduledefs.py ${headers}/moduledefs.collected > ${headers}/moduledefs.h
    COMMAND ${python} ${source}/py/make_root_pointers.py ${headers}/root_pointers.collected > ${headers}/root_pointers.h
    DEPENDS ${scanned} ${port_headers} ${here}/preprocess_qstrs.py
    COMMENT "Collecting MicroPython's names" VERBATIM)
  add_custom_target(${target}_headers DEPENDS ${headers}/qstrdefs.generated.h)

  add_library(${target} OBJECT ${sources} ${port})
  if(NOT EMSCRIPTEN)
    target_sources(${target} PRIVATE ${source}/shared/runtime/gchelper_generic.c)
    set_source_files_properties(${source}/py/nlrx64.c PROPERTIES COMPILE_OPTIONS -Os)
  endif()
  add_dependencies(${target} ${target}_headers)
  target_include_directories(${target} PUBLIC ${includes})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR})
  # Counts the patched headers: ccache does not notice when a new one hides MicroPython's own.
  file(GLOB patched_headers ${out}/patched/py/*.h)
  list(LENGTH patched_headers count)
  target_compile_definitions(${target} PRIVATE PATCHED_HEADERS=${count})
  set_target_properties(${target} PROPERTIES C_STANDARD 11 C_EXTENSIONS ON)
  if(CMAKE_C_FLAGS MATCHES "fsanitize=[a-z,]*undefined")
    target_compile_options(${target} PRIVATE -fno-sanitize=nonnull-attribute)   # it copies nothing from nowhere: memcpy(to, NULL, 0)
  endif()
  if(EMSCRIPTEN)   # what parses, compiles and prints is downloaded more often than it is waited for
    foreach(file ${sources})
      get_filename_component(name ${file} NAME_WE)
      if(NOT name MATCHES "^(vm|runtime|map|obj|objdict|objlist|objtuple|objfloat|objint|objint_mpz|objfun|objclosure|objtype|objobject|gc|malloc|qstr|sequence|objcell|objboundmeth|objrange|objgetitemiter|mpz|argcheck|bc|cstack)$")
        set_source_files_properties(${file} PROPERTIES COMPILE_OPTIONS -Os)
      endif()
    endforeach()
  endif()
  # The two files where a Python program spends its time; -O3 gains a tenth there.
  set_source_files_properties(${source}/py/vm.c ${out}/patched/py/vm.c ${source}/py/gc.c ${out}/patched/py/gc.c PROPERTIES COMPILE_OPTIONS -O3)
  set_source_files_properties(${port} PROPERTIES COMPILE_OPTIONS "-Wall;-Werror")
endfunction()
