/** The language of {@code --assume}: conditions over the arguments and the extents of a launch. */
package io.heddle.anyinput.assume;
