// The refusals of contract.md "Replies": thrown by handlers, turned into the one reply shape by `serve`, and nowhere else.

export interface FieldError {
  readonly path: string;
  readonly message: string;
}

/** An expected refusal with its HTTP status, the code inside the envelope and a message for people. Never a stack, never SQL. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: number;
  readonly data: unknown;

  constructor(status: number, message: string, data: unknown = null, code: number = status) {
    super(message);
    this.name = 'Refusal';
    this.status = status;
    this.code = code;
    this.data = data;
  }
}

/** A business refusal: HTTP 200 with code 501. */
export const business = (message: string, data: unknown = null) => new Refusal(200, message, data, 501);
export const noSession = (message = '请先登录') => new Refusal(401, message);
export const forbidden = (message = '无权限') => new Refusal(403, message);
/** Not there, or not in your grid: the same answer, so that nobody can tell which. */
export const notFound = (message = '没有找到，或不在您的网格内') => new Refusal(404, message);
/** Somebody was first; `standing` is the value that stands. */
export const conflict = (message: string, standing: unknown) => new Refusal(409, message, standing);
export const tooLarge = (message: string) => new Refusal(413, message);
export const invalid = (fields: readonly FieldError[], message = fields[0]?.message ?? '输入有误') => new Refusal(422, message, fields);
export const tooMany = (message: string) => new Refusal(429, message);
export const unavailable = (message = '服务暂不可用，请稍后再试') => new Refusal(503, message);
