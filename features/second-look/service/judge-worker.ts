// Worker thread: decodes and judges the pictures of second looks, below the priority of everything else.
import { giveWay } from '@lookout/server/services/thread-priority.ts';
import { answerQuestions } from '@lookout/server/services/worker-answers.ts';
import { type Frame, frameOfRgb } from '@lookout/smoke';
import sharp from 'sharp';
import { heatOf } from './heat.ts';
import type { JudgeAnswer, JudgeQuestion } from './judge.ts';
import { judgeLook } from './judge-frames.ts';

/** The detector works at this width: a larger picture only costs time. */
const WIDTH = 640;

giveWay();

async function frameOf(jpeg: Uint8Array): Promise<Frame> {
  const { data, info } = await sharp(jpeg)
    .resize({ width: WIDTH, withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({
      resolveWithObject: true,
    });
  return frameOfRgb(data, info.width, info.height);
}

answerQuestions<JudgeQuestion, JudgeAnswer>(async (question) => {
  if (question.kind === 'heat') {
    const { data, info } = await sharp(question.picture).greyscale().raw().toBuffer({ resolveWithObject: true });
    return heatOf(data, info.width, info.height);
  }
  const frames: Frame[] = [];
  for (const picture of question.pictures) frames.push(await frameOf(picture));
  return judgeLook(frames);
});
