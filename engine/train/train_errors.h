// What can go wrong in a training, and what to do.
#pragma once

#include "base/error.h"

namespace lockstep::train {

inline constexpr ErrorCode kTargetOutOfRange{
    "train.target_out_of_range", LOCKSTEP_TR("train", "the target {0} of row {1} is not a class: allowed are 0 to {2}"),
    LOCKSTEP_TR("train", "mend the data, or give the last layer as many outputs as there are classes")};
inline constexpr ErrorCode kDiverged{"train.diverged", LOCKSTEP_TR("train", "the loss became {0} at step {1}"),
                                     LOCKSTEP_TR("train", "lower the learning rate, set clip_grad_norm, or normalize the data")};
inline constexpr ErrorCode kNotFiniteAtStart{
    "train.not_finite_at_start", LOCKSTEP_TR("train", "the loss is {0} before any update, though the batch holds no NaN and no infinity"),
    LOCKSTEP_TR(
        "train",
        "the initial weights, the loss's arguments or a formula of the model overflow, or the data are very large: normalize them")};
inline constexpr ErrorCode kNoText{"train.no_text",
                                   LOCKSTEP_TR("train", "only a run that learned a text can write on, and this one learned from {0}"),
                                   LOCKSTEP_TR("train", "train a causal model on data of source text")};
inline constexpr ErrorCode kHidesTokens{"train.hides_tokens",
                                        LOCKSTEP_TR("train", "this run learned to find hidden tokens, not the next one"),
                                        LOCKSTEP_TR("train", "train one without data.mask")};
inline constexpr ErrorCode kEmptyPrompt{"train.empty_prompt", LOCKSTEP_TR("train", "the prompt is empty"),
                                        LOCKSTEP_TR("train", "give the beginning of a text")};
inline constexpr ErrorCode kWeightsNotFinite{"train.diverged", LOCKSTEP_TR("train", "{0} is not finite after the last update, of step {1}"),
                                             LOCKSTEP_TR("train", "lower the learning rate, or set clip_grad_norm")};
inline constexpr ErrorCode kNeedsValidation{"train.needs_validation",
                                            LOCKSTEP_TR("train", "{0} goes by evaluations, and there is no validation data"),
                                            LOCKSTEP_TR("train", "give data.split a validation part, or data.validation a source")};
inline constexpr ErrorCode kNoTrainingData{"train.no_data", LOCKSTEP_TR("train", "the training split has no batch"),
                                           LOCKSTEP_TR("train", "give more data, a smaller batch_size, or drop_last false")};
inline constexpr ErrorCode kDataNotFinite{"train.data_not_finite",
                                          LOCKSTEP_TR("train", "the loss became {0} at step {1}: {2} (from 0) holds NaN or an infinity"),
                                          LOCKSTEP_TR("train", "mend or remove it; a number too large for f32 is infinite")};
inline constexpr ErrorCode kCheckpointDamaged{"train.checkpoint_damaged", LOCKSTEP_TR("train", "the checkpoint is damaged: {0}"),
                                              LOCKSTEP_TR("train", "resume from an earlier one")};
inline constexpr ErrorCode kCheckpointVersion{"train.checkpoint_version", LOCKSTEP_TR("train", "the checkpoint has the format '{0}'"),
                                              LOCKSTEP_TR("train", "a later version of the program wrote it; use that one")};
inline constexpr ErrorCode kNoCheckpoint{"train.no_checkpoint", LOCKSTEP_TR("train", "there is no usable checkpoint {0}"),
                                         LOCKSTEP_TR("train", "`runs show` lists the checkpoints of a run")};
inline constexpr ErrorCode kWeightsMismatch{"train.weights_mismatch", LOCKSTEP_TR("train", "the weights don't fit the model: {0}"),
                                            LOCKSTEP_TR("train", "take weights of this model, or change the model")};
inline constexpr ErrorCode kNameTwice{"train.name_twice", LOCKSTEP_TR("train", "{0} and {1} of the file would both be {2}"),
                                      LOCKSTEP_TR("train", "make the rules of the map narrower")};
inline constexpr ErrorCode kNotCausal{"train.not_causal",
                                      LOCKSTEP_TR("train", "{0} sees the tokens that come after, so the model can't write them one by one"),
                                      LOCKSTEP_TR("train", "train one with causal attention, and without bidirectional layers")};
inline constexpr ErrorCode kCheckpointNotSaved{"train.checkpoint_not_saved",
                                               LOCKSTEP_TR("train", "the checkpoint of step {0} was not saved: {1}"),
                                               LOCKSTEP_TR("train", "free some space, then resume the run from its last good checkpoint")};

inline constexpr ErrorCode kNoSuchSplit{"train.no_split", LOCKSTEP_TR("train", "there is no {0} split"),
                                        LOCKSTEP_TR("train", "set data.split or data.validation, or choose another split")};

} // namespace lockstep::train
