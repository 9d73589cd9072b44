// What the command prints, in Chinese first.
import type { FrameFault, ModelFaultCode } from '@lookout/smoke';

export const USAGE = `npm run --silent smoke -- detect [--model 模型.onnx] 文件夹…
  每个文件夹是一台摄像头在一个方向、一个变倍下的图片，按文件名的顺序；每个发现答一行 JSON：folder、file、box、score、since
  a folder holds the pictures of one camera in one direction and zoom, in the order of their names; a JSON line a find
  --model（或 SMOKE_MODEL）：自备的模型，旁边是它的说明 模型.onnx.json，见 docs/smoke.md
  --model (or SMOKE_MODEL): a model of your own with its description beside it, see docs/smoke.md`;

export const FRAME_WORDS: Readonly<Record<FrameFault, string>> = {
  size: '尺寸与此文件夹的第一张图片不同 (another size than the first picture of this folder)',
  small: '小于 160 × 120 像素 (smaller than 160 × 120 pixels)',
  dark: '全黑 (black)',
  frozen: '与前一张完全相同，画面冻结 (the same as the picture before: frozen)',
};

export const BROKEN = '不是图片，或图片已损坏 (no picture, or a broken one)';
export const NO_FOLDER = '文件夹不存在或不可读 (no such folder, or not readable)';
export const NO_PICTURES = '没有 JPEG、PNG、WebP 图片 (holds no JPEG, PNG or WebP pictures)';
export const NO_RUNTIME =
  '未安装 onnxruntime-node，它运行模型。请执行 (onnxruntime-node, which runs models, is not installed; run): npm install --no-save --ignore-scripts onnxruntime-node@1.30.0';
export const NO_MODEL = '模型不存在或不可读 (no such model, or not readable)';
export const NO_ONNX = '不是 ONNX 模型，或已损坏 (no ONNX model, or a broken one)';
export const NO_DESCRIPTION = '没有说明文件，或不是 JSON (no description, or no JSON)';

export const descriptionFault = (field: string, reason: string): string =>
  `说明的 ${field} 须为 (of the description, ${field} must be): ${reason}`;

const MODEL_WORDS: Readonly<Record<ModelFaultCode, string>> = {
  input: '模型没有说明中的输入 (the model has no such input)',
  output: '模型没有说明中的输出 (the model has no such output)',
  run: '模型不接受说明中的输入 (the model does not take the input described)',
  shape: '模型的答复与说明的格式不同 (the answer has another shape than described)',
  nan: '模型的答复含有非数值 (the answer has values that are no numbers)',
};

export const modelFault = (code: ModelFaultCode, detail: string): string => `${MODEL_WORDS[code]}: ${detail}`;
