// Runs in a worker thread: works forecasts out (forecast.ts).
import type { Result } from '@lookout/domain';
import { answerQuestions } from '../../services/worker-answers.ts';
import { type ForecastAnswer, type ForecastQuestion, forecastOf } from './forecast.ts';

answerQuestions(async (question: ForecastQuestion): Promise<Result<ForecastAnswer, 'cancelled' | 'nothing-burns'>> => forecastOf(question));
