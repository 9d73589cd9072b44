// Models in ONNX by onnxruntime-node, which the operator installs: its package fetches libraries of another vendor when it is installed
// with its scripts, so the product does not depend on it (decision 0108).
import type { ModelSession } from '@lookout/smoke';

const RUNTIME = 'onnxruntime-node';

/** The part of onnxruntime-node that is used. */
interface Runtime {
  readonly InferenceSession: {
    create(file: string, options: { readonly intraOpNumThreads: number }): Promise<ModelSession>;
  };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => never;
}

export class RuntimeMissing extends Error {}

/**
 * @param file an ONNX file
 * @throws RuntimeMissing if onnxruntime-node is not installed; Error of the runtime if the file is no ONNX
 */
export async function loadOnnx(file: string): Promise<ModelSession> {
  const { InferenceSession, Tensor } = await loadRuntime();
  const session = await InferenceSession.create(file, { intraOpNumThreads: 1 });
  return {
    inputNames: session.inputNames,
    outputNames: session.outputNames,
    run: (inputs) =>
      session.run(Object.fromEntries(Object.entries(inputs).map(([name, { data, dims }]) => [name, new Tensor('float32', data, dims)]))),
  };
}

async function loadRuntime(): Promise<Runtime> {
  try {
    const loaded: { readonly default: Runtime } = await import(RUNTIME);
    return loaded.default;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_MODULE_NOT_FOUND') throw new RuntimeMissing();
    throw error;
  }
}
