// What CodinGame's JavaScript has without being asked: readline, print, putstr and printErr.
// Loaded before a program of node that calls readline (lab/programs/node.py).
"use strict";
const { readSync } = require("fs");
const { StringDecoder } = require("string_decoder");

const decoder = new StringDecoder("utf8");
const piece = Buffer.alloc(1 << 16);
const clock = new Int32Array(new SharedArrayBuffer(4));
let text = "";

function more() {
  for (;;) {
    try {
      return readSync(0, piece, 0, piece.length, null);
    } catch (error) {
      if (error.code === "EOF") return 0;
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(clock, 0, 0, 1); // no line yet, and the pipe does not wait
    }
  }
}

globalThis.readline = () => {
  let end;
  while ((end = text.indexOf("\n")) < 0) {
    const count = more();
    if (count === 0) process.exit(0); // the match is over
    text += decoder.write(piece.subarray(0, count));
  }
  const line = text.slice(0, end);
  text = text.slice(end + 1);
  return line.endsWith("\r") ? line.slice(0, -1) : line;
};
globalThis.print = (...words) => void process.stdout.write(words.join(" ") + "\n");
globalThis.putstr = (word) => void process.stdout.write(String(word));
globalThis.printErr = (...words) => void process.stderr.write(words.join(" ") + "\n");
