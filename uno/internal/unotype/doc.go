// Package unotype knows UNO's types: which methods an interface has and under
// which numbers, which members a struct has, what a typedef stands for.
//
// Start with [Embedded], the registry of the types built into the program, and
// [Registry.With], which adds the type databases of an office ([Open]). The
// package does not know values or bytes of the wire; constants, services and
// singletons are left out because calls do not need them.
package unotype
