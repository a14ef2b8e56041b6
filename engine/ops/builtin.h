// Every op that the engine knows (table in README.md).
#pragma once

#include "ir/op_schema.h"

namespace lockstep::ops {

/// Adds all built-in ops to an empty registry.
void registerBuiltinOps(ir::OpRegistry& registry);
/// The shared registry of built-in ops, made on first use; safe from any thread.
const ir::OpRegistry& builtinOps();

} // namespace lockstep::ops
