/*
 * Node's class ObjectWrap without its cleanup hooks. The header of Node 24.19 and later removes a hook in the
 * destructor, which aborts the process when V8 collects a Statement or Database while no context is entered.
 * The compiler reads this file before any source, so better-sqlite3 is built as with the headers of Node 24.18.
 */
#include <node.h>
#define AddEnvironmentCleanupHook(...) ((void)0)
#define RemoveEnvironmentCleanupHook(...) ((void)0)
#include <node_object_wrap.h>
#undef AddEnvironmentCleanupHook
#undef RemoveEnvironmentCleanupHook
