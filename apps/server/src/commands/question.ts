// One JSON object as the input of a command, and the files that it names. What is wrong names its field, in Chinese first.
import { readBySchema } from '@lookout/contract';
import { errorMessage } from '@lookout/features/errors.ts';
import { UnreadableFile } from '@lookout/ingest';
import type { z } from 'zod';

/** What is wrong with the input, as a message for the user. */
export class BadLine extends Error {}

/** @throws BadLine when the text is not JSON or a field is wrong */
export function readQuestion<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new BadLine(`输入不是 JSON (the input is not JSON: ${(error as Error).message})`);
  }
  const read = readBySchema(schema, value);
  if (read.ok) return read.value;
  const [{ path, ...fault }] = read.error;
  const field = path === '' ? '输入' : path;
  throw new BadLine(`${field}：${errorMessage(fault, 'zh')} (${path === '' ? 'the input' : path}: ${errorMessage(fault, 'en')})`);
}

/** The answer to a question, or what is wrong with it. */
export async function answerOrError<T extends object>(answer: () => Promise<T>): Promise<T | { readonly error: string }> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof BadLine) return { error: error.message };
    throw error;
  }
}

/** @throws BadLine naming the field when the file is missing or unusable */
export async function openedFile<T>(field: string, file: string, open: (file: string) => Promise<T>): Promise<T> {
  try {
    return await open(file);
  } catch (error) {
    if (error instanceof UnreadableFile) {
      const said = { code: error.fault.code, params: error.fault.params } as Parameters<typeof errorMessage>[0];
      throw new BadLine(`${field}：${errorMessage(said, 'zh')} (${field}: ${errorMessage(said, 'en')})`);
    }
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new BadLine(`${field}：打不开 ${file} (${field}: ${file} cannot be opened: ${code})`);
  }
}
