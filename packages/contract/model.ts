// The model of openapi.yaml, and its document, for generators and development servers. Nothing that runs imports it.
import { sealDocument } from '@animal-store/spec/document';
import { readContract } from '@animal-store/spec/model';
import { document as written } from './generated/document.js';

export const document = sealDocument(written);
export const contract = readContract(document);
