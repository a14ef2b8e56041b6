#include "data/data_errors.h"
#include "data/describe.h"
#include "data_support.h"
#include "files/file_errors.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace lockstep;
using namespace lockstep::data;
using namespace lockstep::test;

namespace {

spec::DataDoc csv(const TempFolder& folder, const std::string& text, const std::string& normalize = "none") {
    auto doc = document("csv", folder.write("täbelle.csv", text));
    doc.target = std::string("y");
    doc.normalize = normalize;
    return doc;
}

void expectError(const spec::DataDoc& doc, const ModelNeeds& needs, const ErrorCode& code, int line = 0) {
    const auto set = open(doc, needs);
    ASSERT_FALSE(set.ok());
    EXPECT_EQ(set.error().id(), code.id) << set.error().message();
    EXPECT_EQ(set.error().where().file, doc.path);
    EXPECT_EQ(set.error().where().line, line) << set.error().message();
    EXPECT_FALSE(set.error().hint().empty());
}

} // namespace

TEST(Csv, SeparatorsHeaderAndNumbers) {
    TempFolder folder;
    for (const std::string separator : {",", ";", "\t"}) {
        std::string text = "\xEF\xBB\xBF"
                           "a,b,y\r\n1,-2.5,0\r\n\r\n+3e1, 4 ,1\r\n";
        for (auto& c : text) c = c == ',' ? separator[0] : c;
        const auto set = open(csv(folder, text), classifier({2}, 2));
        ASSERT_TRUE(set.ok()) << set.error().message();
        const auto samples = all(**set, Part::Train);
        EXPECT_EQ(samples->x, (std::vector<float>{1, -2.5f, 30, 4}));
        EXPECT_EQ(samples->labels, (std::vector<std::int64_t>{0, 1}));
    }
}

TEST(Csv, WithoutHeaderTargetIsAnIndex) {
    TempFolder folder;
    auto doc = csv(folder, "0,5.5,6.5\n1,7.5,8.5\n");
    doc.target = std::int64_t{0};
    const auto set = open(doc, classifier({2}, 2));
    ASSERT_TRUE(set.ok()) << set.error().message();
    EXPECT_EQ(all(**set, Part::Train)->x, (std::vector<float>{5.5f, 6.5f, 7.5f, 8.5f}));
    doc.columns = {"2"};
    EXPECT_EQ(all(**open(doc, classifier({1}, 2)), Part::Train)->x, (std::vector<float>{6.5f, 8.5f}));
    doc.target = std::int64_t{3};
    expectError(doc, classifier({2}, 2), kNoColumn);
}

TEST(Csv, CategoriesAreOneHotInSortedOrder) {
    TempFolder folder;
    const auto set = open(csv(folder, "colour,size,y\nred,1,dog\n\"blue, dark\",2,cat\nred,3,\"a \"\"b\"\"\"\n"), classifier({3}, 3));
    ASSERT_TRUE(set.ok()) << set.error().message();
    const auto samples = all(**set, Part::Train);
    EXPECT_EQ(samples->x, (std::vector<float>{0, 1, 1, 1, 0, 2, 0, 1, 3}));
    EXPECT_EQ(samples->labels, (std::vector<std::int64_t>{2, 1, 0}));
    EXPECT_EQ((*set)->classNames(), (std::vector<std::string>{"a \"b\"", "cat", "dog"}));
}

TEST(Csv, AColumnThatNamesTheRowsIsAWarning) {
    TempFolder folder;
    std::string text = "id,kind,y\n", few = text;
    for (int i = 0; i < 60; ++i) text += "r" + std::to_string(i) + (i % 2 ? ",a,0\n" : ",b,1\n");
    for (int i = 0; i < 4; ++i) few += "r" + std::to_string(i) + (i % 2 ? ",a,0\n" : ",b,1\n");
    auto doc = csv(folder, text);
    doc.split = split(0.2, 0.2);
    const auto set = open(doc, classifier({62}, 2));
    ASSERT_TRUE(set.ok()) << set.error().message();
    ASSERT_EQ((*set)->warnings().size(), 1u); // once, though three parts are cut from the file
    EXPECT_EQ((*set)->warnings()[0],
              "column 'id' of " + doc.path +
                  " holds 60 different words in 60 rows, each an input of its own; if it only names the rows, leave it "
                  "out with data.columns");
    const auto narrow = open(doc, classifier({2}, 2)); // what a model for the other columns meets
    ASSERT_FALSE(narrow.ok());
    EXPECT_NE(narrow.error().hint().find("column 'id'"), std::string::npos) << narrow.error().hint();
    EXPECT_TRUE((*open(csv(folder, few), classifier({6}, 2)))->warnings().empty());
}

TEST(Csv, RowsToPredictNeedNoTarget) {
    TempFolder folder;
    auto doc = csv(folder, "kind,x,y\na,1,cat\nb,2,dog\nc,3,cat\n");
    auto rows = std::make_shared<spec::DataDoc>(doc);
    rows->ignoresTarget = true;
    doc.test = rows;
    const auto values = [&](const std::string& text) {
        rows->path = folder.write("new.csv", text);
        const auto set = open(doc, classifier({4}, 2));
        EXPECT_TRUE(set.ok()) << set.error().message();
        return set.ok() ? all(**set, Part::Test)->x : std::vector<float>();
    };
    const std::vector<float> expected{0, 0, 1, 7, 1, 0, 0, 8}; // categories are those of the training data
    EXPECT_EQ(values("kind,x\nc,7\na,8\n"), expected);
    EXPECT_EQ(values("kind,x,y\nc,7,\na,8,eel\n"), expected); // nor one that is known
    rows->ignoresTarget = false;
    rows->path = folder.write("new.csv", "kind,x\nc,7\n");
    EXPECT_EQ(open(doc, classifier({4}, 2)).error().id(), kNoColumn.id);
}

TEST(Csv, LabelErrorsNameTheWord) {
    TempFolder folder;
    const auto set = open(csv(folder, "x,y\n1,cat\n2,dog\n3,eel\n"), classifier({1}, 2));
    ASSERT_FALSE(set.ok());
    EXPECT_NE(set.error().message().find("2 ('eel')"), std::string::npos) << set.error().message();
    EXPECT_EQ(set.error().where().line, 4);
}

TEST(Csv, MissingValuesAreRefusedOrTakeTheTrainingMean) {
    TempFolder folder;
    const std::string text = "a,b,y\n1,1,0\n,2,1\n3,NA,0\n100,100,1\n";
    expectError(csv(folder, text), classifier({2}, 2), kMissingValue, 3);
    auto doc = csv(folder, text);
    doc.missing = "mean";
    doc.split = split(0, 0.25);
    const auto set = open(doc, classifier({2}, 2));
    ASSERT_TRUE(set.ok()) << set.error().message();
    EXPECT_EQ(all(**set, Part::Train)->x, (std::vector<float>{1, 1, 2, 2, 3, 1.5f})); // the 100s are test data
    EXPECT_EQ(describe(**set, Part::Train)->inputs[0].missing, 2);
    doc.normalize = "standard";
    const auto standard = all(**open(doc, classifier({2}, 2)), Part::Train);
    // Column a after filling: 1 2 3, mean 2, population deviation sqrt(2/3).
    EXPECT_FLOAT_EQ(standard->x[0], static_cast<float>(-1 / std::sqrt(2.0 / 3)));
    EXPECT_EQ(standard->x[2], 0.0f);
}

TEST(Csv, StandardByDefaultWithDeviationZeroAsOne) {
    TempFolder folder;
    auto doc = csv(folder, "a,b,y\n1,7,0.5\n3,7,1.5\n");
    doc.normalize.reset();
    const auto samples = all(**open(doc, regressor({2})), Part::Train);
    EXPECT_EQ(samples->x, (std::vector<float>{-1, 0, 1, 0}));
    EXPECT_EQ(samples->values, (std::vector<float>{0.5f, 1.5f}));
}

TEST(Csv, ValidationTakesCategoriesAndStatisticsOfTraining) {
    TempFolder folder;
    auto doc = csv(folder, "c,v,y\nred,1,no\nblue,3,yes\n", "standard");
    auto other = document("csv", folder.write("v.csv", "c,v,y\nblue,5,yes\n"));
    other.target = std::string("y");
    doc.validation = std::make_shared<const spec::DataDoc>(other);
    const auto set = open(doc, classifier({3}, 2));
    ASSERT_TRUE(set.ok()) << set.error().message();
    const auto samples = all(**set, Part::Validation);
    EXPECT_EQ(samples->x[2], 3.0f); // (5 - 2) / 1
    EXPECT_EQ(samples->labels[0], 1);
    other.path = folder.write("v.csv", "c,v,y\nblue,5,maybe\n");
    doc.validation = std::make_shared<const spec::DataDoc>(other);
    EXPECT_EQ(open(doc, classifier({3}, 2)).error().id(), kUnknownClass.id);
    other.path = folder.write("v.csv", "c,w,y\nblue,5,yes\n");
    doc.validation = std::make_shared<const spec::DataDoc>(other);
    EXPECT_EQ(open(doc, classifier({3}, 2)).error().id(), kColumnsDiffer.id);
}

TEST(Csv, HostileTablesAreErrorsWithPlace) {
    TempFolder folder;
    const auto two = classifier({2}, 2);
    expectError(csv(folder, ""), two, files::kEmpty);
    expectError(csv(folder, " \n\n"), two, files::kEmpty);
    expectError(csv(folder, "a,b,y\n"), two, kNoSamples);
    expectError(csv(folder, "a,b,y\n1,2,0\n1,2\n"), two, kRowWidth, 3);
    expectError(csv(folder, "a,b,y\n1,2,0\n1,\"2,0\n"), two, kOpenQuote, 3);
    expectError(csv(folder, "a,b,y\n1,2,0\n1,\xFF,1\n"), two, files::kNotUtf8, 3);
    expectError(csv(folder, std::string("a,b,y\n1,2\0,0\n", 14)), two, kZeroByte, 2);
    expectError(csv(folder, "a,b,y\n1,2,0\n3,oops,1\n4,5,1\n"), two, kNotANumber, 3);
    expectError(csv(folder, "a,b,y\n1,2,0\n3,+-5,1\n4,5,1\n"), two, kNotANumber, 3);
    expectError(csv(folder, "a,b,y\n1,2,0\n3,4,2\n"), two, kLabelRange, 3);
    expectError(csv(folder, "a,b,y\n1,2,0\n3,4,-1\n"), two, kLabelRange, 3);
    expectError(csv(folder, "a,b,y\n1,2,0.5\n"), two, kLabelType, 2);
    expectError(csv(folder, "a,b,y\n1,2,inf\n"), two, kLabelType, 2);
    expectError(csv(folder, "a,b,y\n1,2,\n"), two, kMissingValue, 2);
    expectError(csv(folder, "a,b,z\n1,2,0\n"), two, kNoColumn);
    expectError(csv(folder, "a,b,c,y\n1,2,3,0\n"), two, kShapeMismatch, 2);
    expectError(csv(folder, "a,b,y\n1,2,dog\n"), regressor({2}), kTextTarget, 2);
    std::string words = "a,b,y\n";
    for (int i = 0; i < 10'002; ++i) words += "w" + std::to_string(i) + ",1,0\n";
    expectError(csv(folder, words), two, kTooManyCategories, 10'002);
    expectError(document("csv", folder.path("none.csv")), two, files::kNotFound);
}

TEST(Csv, HugeNumbersAreInfiniteAndCounted) {
    TempFolder folder;
    const auto set = open(csv(folder, "a,b,y\n1e999,-1e999,0\n1e-999,5,1\n"), classifier({2}, 2));
    ASSERT_TRUE(set.ok()) << set.error().message();
    const auto samples = all(**set, Part::Train);
    EXPECT_TRUE(std::isinf(samples->x[0]) && samples->x[0] > 0);
    EXPECT_TRUE(std::isinf(samples->x[1]) && samples->x[1] < 0);
    EXPECT_EQ(samples->x[2], 0.0f);
    const auto about = describe(**set, Part::Train);
    EXPECT_EQ(about->inputs[0].nonFinite, 2);
    EXPECT_EQ(about->inputs[0].max, 5.0);
    EXPECT_EQ(about->targets[0].classCounts, (std::vector<std::int64_t>{1, 1}));
}
