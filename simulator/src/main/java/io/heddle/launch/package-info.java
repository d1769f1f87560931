/**
 * What is executed: an entry, its grid and block, and its arguments. Shared by the symbolic
 * simulator and the concrete replay.
 */
package io.heddle.launch;
