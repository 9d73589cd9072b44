// A fixed amount of work of two kinds, arithmetic and memory; prints the CPU seconds that each took. See calibration.mjs.
const secondsOf = (work) => {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
};

function arithmetic() {
  let sum = 0;
  for (let n = 1; n < 30_000_000; n++) sum += Math.sqrt(n) / (n + 1);
  return sum;
}

function memory() {
  const rows = Array.from({ length: 40_000 }, (_, id) => ({ id, name: `alarm ${id}`, position: { lng: id / 7, lat: id / 11 } }));
  let length = 0;
  for (let round = 0; round < 4; round++) length += JSON.stringify(JSON.parse(JSON.stringify(rows))).length;
  return length;
}

console.log(JSON.stringify({ arithmetic: secondsOf(arithmetic), memory: secondsOf(memory) }));
