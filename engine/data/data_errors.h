// What can be wrong with data, beyond what `files` reports.
#pragma once

#include "base/error.h"

namespace lockstep::data {

inline constexpr ErrorCode kNotAvailable{"data.not_available", LOCKSTEP_TR("data", "{0} is not available in this version"),
                                         LOCKSTEP_TR("data", "choose another value")};
inline constexpr ErrorCode kFiguresDiffer{
    "data.figures_differ", LOCKSTEP_TR("data", "the run keeps figures of normalization for {0} inputs or features, the model has {1}"),
    LOCKSTEP_TR("data", "use the model and the data that the run was trained with")};
inline constexpr ErrorCode kZeroByte{"data.zero_byte", LOCKSTEP_TR("data", "the line holds a zero byte, which no text has"),
                                     LOCKSTEP_TR("data", "the file is damaged or no text; write it again")};
inline constexpr ErrorCode kNoSamples{"data.no_samples", LOCKSTEP_TR("data", "there are no samples"),
                                      LOCKSTEP_TR("data", "give a file that holds data")};
inline constexpr ErrorCode kNoTraining{"data.no_training", LOCKSTEP_TR("data", "the split leaves none of the {0} samples for training"),
                                       LOCKSTEP_TR("data", "lower the fractions of validation and test")};
inline constexpr ErrorCode kAllDropped{"data.all_dropped",
                                       LOCKSTEP_TR("data", "a batch of {0} is larger than the {1} training samples, and drop_last is set"),
                                       LOCKSTEP_TR("data", "lower batch_size or unset drop_last")};
inline constexpr ErrorCode kCountsDiffer{"data.counts_differ", LOCKSTEP_TR("data", "'{0}' has {1} samples, '{2}' has {3}"),
                                         LOCKSTEP_TR("data", "all arrays need the same first dimension")};
/// Its last argument: how many classes the data name; 0: that is not known, or there are none.
inline constexpr ErrorCode kShapeMismatch{
    "data.shape_mismatch", LOCKSTEP_TR("data", "a sample of '{0}' has shape {1}, the model wants {2}"),
    LOCKSTEP_TR("data", "change the input's shape in the model, or the data; any shape of as many elements fits")};
/// Where something odd about the files may be why.
inline constexpr ErrorCode kShapeWithNote{"data.shape_mismatch",
                                          LOCKSTEP_TR("data", "a sample of '{0}' has shape {1}, the model wants {2}"),
                                          LOCKSTEP_TR("data", "{3}; or give the input in the model that shape")};
inline constexpr ErrorCode kTargetShape{"data.target_mismatch",
                                        LOCKSTEP_TR("data", "a sample of '{0}' has shape {1}, the model's output wants {2}"),
                                        LOCKSTEP_TR("data", "change the model's output or its loss, or the data")};
inline constexpr ErrorCode kFieldCount{"data.field_count", LOCKSTEP_TR("data", "the data have {0} {1}, the model {2}"),
                                       LOCKSTEP_TR("data", "use npz, with an array for each input and y.<output> for each output")};
inline constexpr ErrorCode kUnknownCharacter{"data.unknown_character",
                                             LOCKSTEP_TR("data", "the character '{0}' is not in the text that the model learned"),
                                             LOCKSTEP_TR("data", "use characters of that text, or the tokenizer byte")};
inline constexpr ErrorCode kTextTooShort{"data.text_too_short",
                                         LOCKSTEP_TR("data", "{0} tokens are too few for a window of {1} and the token behind it"),
                                         LOCKSTEP_TR("data", "give a longer text, or a smaller context")};
inline constexpr ErrorCode kTextShuffle{"data.text_shuffle",
                                        LOCKSTEP_TR("data", "text can't be split at random: it is cut in three pieces"),
                                        LOCKSTEP_TR("data", "take split.shuffle away; data.shuffle mixes the windows")};
inline constexpr ErrorCode kIdLimit{"data.id_limit",
                                    LOCKSTEP_TR("data", "the data have {0} different ids, the model's input '{1}' knows {2}"),
                                    LOCKSTEP_TR("data", "set num_embeddings of the Embedding to {0} or more")};
inline constexpr ErrorCode kNoClassesToBalance{"data.no_classes_to_balance",
                                               LOCKSTEP_TR("data", "balanced sampling wants one class a sample, and no target has that"),
                                               LOCKSTEP_TR("data", "set data.sampling to uniform")};
inline constexpr ErrorCode kNoCifar{"data.no_cifar",
                                    LOCKSTEP_TR("data", "the folder has neither data_batch_1.bin (CIFAR-10) nor train.bin (CIFAR-100)"),
                                    LOCKSTEP_TR("data", "unpack the binary version of the data set there")};
inline constexpr ErrorCode kNoSampleDimension{"data.no_sample_dimension",
                                              LOCKSTEP_TR("data", "'{0}' is a single number, not a row of samples"),
                                              LOCKSTEP_TR("data", "its first dimension must count the samples")};
/// Its last argument, as kOneClass's: how many classes the data name; 0: that is not known.
inline constexpr ErrorCode kLabelRange{"data.label_range", LOCKSTEP_TR("data", "the label {0} of sample {1} is outside 0..{2}"),
                                       LOCKSTEP_TR("data", "number the classes from 0, or give the model's output more classes")};
inline constexpr ErrorCode kOneClass{
    "data.label_range", LOCKSTEP_TR("data", "the label {0} of sample {1} is none of cross_entropy's classes: the model has one output"),
    LOCKSTEP_TR("data", "for values set loss.type to mse; for classes give the model an output for each")};
inline constexpr ErrorCode kLabelType{"data.label_type", LOCKSTEP_TR("data", "'{0}' holds {1}, cross_entropy wants whole class ids"),
                                      LOCKSTEP_TR("data", "for values set loss.type to mse; class ids are saved as int64")};
inline constexpr ErrorCode kIdType{"data.id_type",
                                   LOCKSTEP_TR("data", "'{0}' holds {1}, but the model's input '{2}' takes whole ids (s64)"),
                                   LOCKSTEP_TR("data", "save it as int64, or make the input f32")};
inline constexpr ErrorCode kTextTarget{"data.text_target",
                                       LOCKSTEP_TR("data", "the target holds words such as '{0}', the loss wants numbers"),
                                       LOCKSTEP_TR("data", "use cross_entropy, or another target column")};
inline constexpr ErrorCode kUnknownClass{"data.unknown_class", LOCKSTEP_TR("data", "'{0}' does not occur in the training data"),
                                         LOCKSTEP_TR("data", "validation and test need the classes of the training data")};
inline constexpr ErrorCode kRowWidth{"data.row_width", LOCKSTEP_TR("data", "the row has {0} fields, the first one {1}"),
                                     LOCKSTEP_TR("data", "mend the row; a field with the separator in it needs quotes")};
inline constexpr ErrorCode kOpenQuote{"data.open_quote", LOCKSTEP_TR("data", "a quote is not closed"),
                                      LOCKSTEP_TR("data", "close it; a quote within quotes is doubled")};
inline constexpr ErrorCode kMissingValue{"data.missing_value", LOCKSTEP_TR("data", "there is no value in column {0}"),
                                         LOCKSTEP_TR("data", "fill it in, or set missing to mean (numbers that are no target only)")};
inline constexpr ErrorCode kNotANumber{"data.not_a_number",
                                       LOCKSTEP_TR("data", "'{0}' in column {1} is not a number, as most of the column is"),
                                       LOCKSTEP_TR("data", "mend the value, or leave the column out with columns")};
inline constexpr ErrorCode kNoColumn{"data.no_column", LOCKSTEP_TR("data", "there is no column '{0}'; there are {1}"),
                                     LOCKSTEP_TR("data", "give a name of the header, or an index from 0")};
inline constexpr ErrorCode kTooManyCategories{"data.too_many_categories",
                                              LOCKSTEP_TR("data", "column {0} has more than {1} different words"),
                                              LOCKSTEP_TR("data", "leave it out with columns")};
inline constexpr ErrorCode kColumnsDiffer{"data.columns_differ", LOCKSTEP_TR("data", "the columns are not those of the training data: {0}"),
                                          LOCKSTEP_TR("data", "use files of the same columns")};
inline constexpr ErrorCode kNoPair{
    "data.no_pair", LOCKSTEP_TR("data", "the folder must hold exactly one images and one labels file{0}"),
    LOCKSTEP_TR("data", "names like train-images-idx3-ubyte.gz and train-labels-idx1-ubyte.gz are looked for")};
inline constexpr ErrorCode kNotAFolder{"data.not_a_folder", LOCKSTEP_TR("data", "this is not a folder"),
                                       LOCKSTEP_TR("data", "give a folder, {0}")};
inline constexpr ErrorCode kImageShape{"data.image_shape", LOCKSTEP_TR("data", "images can't fill an input of shape {0}"),
                                       LOCKSTEP_TR("data", "use [1,H,W] or [H,W] for grey, [3,H,W] for colour")};
inline constexpr ErrorCode kBadImage{"data.bad_image", LOCKSTEP_TR("data", "not a readable {0} image: {1}"),
                                     LOCKSTEP_TR("data", "the file is damaged or of another kind; write or remove it")};
inline constexpr ErrorCode kAugmentShape{"data.augment_shape", LOCKSTEP_TR("data", "{0} needs images, and {1}"),
                                         LOCKSTEP_TR("data", "remove it from augment")};
inline constexpr ErrorCode kNoResources{"data.no_resources", LOCKSTEP_TR("data", "the program's own data ({0}) were not found"),
                                        LOCKSTEP_TR("data", "install the program anew, or set LOCKSTEP_RESOURCES to its folder resources")};
inline constexpr ErrorCode kTooManySamples{"data.too_many_samples", LOCKSTEP_TR("data", "{0} samples are too many to be shuffled (2^32)"),
                                           LOCKSTEP_TR("data", "unset shuffle")};
inline constexpr ErrorCode kCancelled{"data.cancelled", LOCKSTEP_TR("data", "opening the data was cancelled"), ""};
inline constexpr ErrorCode kOutOfMemory{"data.out_of_memory", LOCKSTEP_TR("data", "not enough memory for the data"),
                                        LOCKSTEP_TR("data", "lower batch_size or workers")};
inline constexpr ErrorCode kReadFault{"data.read_fault", LOCKSTEP_TR("data", "a batch could not be read: {0}"), ""};

} // namespace lockstep::data
