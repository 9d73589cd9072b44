// A binary heap of node numbers: the least first. What is pushed twice comes out twice; whoever takes it sees that it knows better already.

export interface Heap {
  push(node: number, priority: number): void;
  pop(): number | null;
}

export function createHeap(): Heap {
  const nodes: number[] = [];
  const priorities: number[] = [];
  const swap = (a: number, b: number): void => {
    [nodes[a], nodes[b]] = [nodes[b] as number, nodes[a] as number];
    [priorities[a], priorities[b]] = [priorities[b] as number, priorities[a] as number];
  };
  const isLess = (a: number, b: number): boolean => (priorities[a] as number) < (priorities[b] as number);

  return {
    push(node, priority) {
      let at = nodes.push(node) - 1;
      priorities.push(priority);
      while (at > 0 && isLess(at, (at - 1) >> 1)) {
        swap(at, (at - 1) >> 1);
        at = (at - 1) >> 1;
      }
    },
    pop() {
      const top = nodes[0];
      if (top === undefined) return null;
      swap(0, nodes.length - 1);
      nodes.pop();
      priorities.pop();
      for (let at = 0; ; ) {
        let least = at;
        for (const child of [2 * at + 1, 2 * at + 2]) if (child < nodes.length && isLess(child, least)) least = child;
        if (least === at) return top;
        swap(at, least);
        at = least;
      }
    },
  };
}
