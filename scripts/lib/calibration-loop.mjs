// Prints the CPU seconds of each kind of calibration work. Run by calibration.mjs, several at once.
import { arithmetic, distantMemory, memory } from './calibration-work.mjs';

const secondsOf = (work) => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

console.log(JSON.stringify({ arithmetic: secondsOf(arithmetic), memory: secondsOf(memory), distantMemory: secondsOf(distantMemory) }));
