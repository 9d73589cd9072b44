export declare function arithmetic(share?: number): number;
export declare function memory(share?: number): number;
export declare function distantMemory(share?: number): number;
